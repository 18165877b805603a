import type { fieldErrors } from '../field-errors.ts';

type Table = typeof fieldErrors;
export type FieldErrorCode = keyof Table;

/** What stands for the places of a text. */
type Values = {
  limit: number;
  seconds: number;
  minutes: number;
  hours: number;
  tries: number;
  /** Characters that no font of the shop has, with spaces between. */
  signs: string;
};

/** The place of an ICU message: '{limit}' or '{seconds, plural, ...}'. */
type PlaceIn<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Extract<keyof Values, Rest extends `${infer Name}, plural,${string}` ? Name : BeforeBrace<Rest>>
  : never;
type BeforeBrace<Text extends string> = Text extends `${infer Name}}${string}` ? Name : never;

type Places = { [Code in FieldErrorCode]: PlaceIn<Table[Code]['text']> };

/** A code whose text has no place. */
type PlainCode = { [Code in FieldErrorCode]: Places[Code] extends never ? Code : never }[FieldErrorCode];
type CodeWithParameters = {
  [Code in Exclude<FieldErrorCode, PlainCode>]: { code: Code; parameters: Pick<Values, Places[Code]> };
}[Exclude<FieldErrorCode, PlainCode>];

/** What is wrong with a field: a code, with the parameters its text needs. */
export type FieldError = PlainCode | CodeWithParameters;
/** Field name -> what is wrong with it; empty when nothing is. */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, FieldError>>;

/** Drops the fields that have nothing wrong. */
export function onlyErrors<Field extends string>(errors: Record<Field, FieldError | null>): FieldErrors<Field> {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null)) as FieldErrors<Field>;
}
