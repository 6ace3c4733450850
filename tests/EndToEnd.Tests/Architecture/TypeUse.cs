using System.Reflection;
using System.Reflection.Emit;

namespace EndToEnd.Tests.Architecture;

/// <summary>Reads from the compiled code of a type which other types it uses.</summary>
internal static class TypeUse
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance
        | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Dictionary<short, OpCode> OpCodesByValue = typeof(OpCodes).GetFields()
        .Select(field => (OpCode)field.GetValue(null)!).ToDictionary(code => code.Value);

    /// <summary>
    /// Finds the types in declarations and bodies. A nested type counts as its outermost type. What only the compiler
    /// declares, such as the parameters of a lambda expression, does not count.
    /// </summary>
    public static IEnumerable<Type> Find(Type type)
    {
        var methods = type.GetMethods(Declared).Concat<MethodBase>(type.GetConstructors(Declared)).ToArray();
        var named = IsNamed(type) ? methods.Where(IsNamed).ToArray() : [];
        IEnumerable<Type?> found =
        [
            type.BaseType, .. type.GetInterfaces(),
            .. IsNamed(type) ? type.GetFields(Declared).Select(field => field.FieldType) : [],
            .. named.SelectMany(method => method.GetParameters()).Select(parameter => parameter.ParameterType),
            .. named.OfType<MethodInfo>().Select(method => method.ReturnType),
            .. type.GetMembers(Declared).Prepend(type)
                .SelectMany(member => member.CustomAttributes).SelectMany(GetTypes),
            .. methods.SelectMany(ReadMembers).SelectMany(GetTypes),
        ];
        return found.OfType<Type>().SelectMany(Unwrap).Distinct();
    }

    private static bool IsNamed(MemberInfo member) => !member.Name.Contains('<');

    private static IEnumerable<Type?> GetTypes(CustomAttributeData attribute) =>
        attribute.ConstructorArguments.Select(argument => argument.Value as Type).Append(attribute.AttributeType);

    private static IEnumerable<Type?> GetTypes(MemberInfo member) => member switch
    {
        Type type => [type],
        MethodInfo { IsGenericMethod: true } method => [.. method.GetGenericArguments(), method.DeclaringType],
        _ => [member.DeclaringType],
    };

    private static IEnumerable<Type> Unwrap(Type type)
    {
        if (type.HasElementType)
            return Unwrap(type.GetElementType()!);
        var outermost = type;
        while (outermost.DeclaringType is { } outer)
            outermost = outer;
        return type.GetGenericArguments().Where(argument => !argument.IsGenericParameter).SelectMany(Unwrap)
            .Append(outermost);
    }

    private static IEnumerable<MemberInfo> ReadMembers(MethodBase method)
    {
        var code = method.GetMethodBody()?.GetILAsByteArray() ?? [];
        var ofType = method.DeclaringType!.GetGenericArguments();
        var ofMethod = method.IsGenericMethod ? method.GetGenericArguments() : [];
        for (var at = 0; at < code.Length;)
        {
            var isLong = code[at] is 0xFE;
            var instruction = OpCodesByValue[isLong ? unchecked((short)(0xFE00 | code[at + 1])) : code[at]];
            at += isLong ? 2 : 1;
            if (instruction.OperandType is OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineTok
                or OperandType.InlineType)
            {
                yield return method.Module.ResolveMember(BitConverter.ToInt32(code, at), ofType, ofMethod)!;
            }

            at += instruction.OperandType switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(code, at)),
                _ => 4,
            };
        }
    }
}
