# From "docker compose config" to what "docker stack deploy" takes, which reads an older form of the same file
# and refuses what it does not know, even where it would mean nothing to a Swarm.
/^name:/                 { next }                                  # given on its command line
/^    depends_on:$/      { skipped = 1; next }                     # a Swarm starts everything at once
/^    profiles:$/        { skipped = 1; next }                     # chosen before
/^        aliases:$/     { next }                                  # it has these names of its own
/^          - tasks\./   { next }
skipped && /^      /     { next }
                         { skipped = 0 }
/^ +host_ip:/            { next }                                  # the routing mesh listens on every address
/^ +published:/          { gsub(/"/, "") }                         # a number there,
/^ +cpus: [0-9]/         { sub(/cpus: /, "cpus: \""); $0 = $0 "\"" }      # a string here
                         { print }
