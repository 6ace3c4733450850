namespace Studies.Commands;

internal enum StudyGroup
{
    Run,
    Study,
    Claims,
    Check,
    Files,
}
