/** Asks for what nobody can give, by a name that says what is wrong, where a literal is not as wanted. */
export type WellFormed<Text extends string, Wanted extends string, Fault extends string> = string extends Text
  ? unknown
  : Text extends Wanted
    ? unknown
    : { [Name in Fault]: never };
