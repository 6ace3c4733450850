# Converts the output of "docker compose config" for "docker stack deploy", which reads an older version of the format
# and refuses keys that it does not know.
/^    pull_policy:/      { next }                                  # a Swarm never builds
/^    attach:/           { next }                                  # nobody follows the output of a stack
/^          selinux:/    { next }                                  # a Swarm changes no label of a folder
/^name:/                 { next }                                  # the name is an argument of the command
/^    depends_on:$/      { skipped = 1; next }                     # a Swarm starts all services at once
/^    develop:$/         { skipped = 1; next }                     # it builds nothing, either
/^    profiles:$/        { skipped = 1; next }                     # compose has selected the profiles already
/^        aliases:$/     { next }                                  # a Swarm provides these names itself
/^          - tasks\./   { next }
skipped && /^      /     { next }
                         { skipped = 0 }
/^ +host_ip:/            { next }                                  # the routing mesh listens on every address
/^ +published:/          { gsub(/"/, "") }                         # must be a number
/^ +cpus: [0-9]/         { sub(/cpus: /, "cpus: \""); $0 = $0 "\"" }      # must be a string
                         { print }
