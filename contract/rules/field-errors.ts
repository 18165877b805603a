import type { fieldErrors } from '../field-errors.ts';

type Table = typeof fieldErrors;
export type FieldErrorCode = keyof Table;

type Values = {
  limit: number;
  seconds: number;
  minutes: number;
  hours: number;
  tries: number;
  signs: string;
};

type PlaceIn<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Extract<keyof Values, Rest extends `${infer Name}, plural,${string}` ? Name : BeforeBrace<Rest>>
  : never;
type BeforeBrace<Text extends string> = Text extends `${infer Name}}${string}` ? Name : never;

type Places = { [Code in FieldErrorCode]: PlaceIn<Table[Code]['text']> };

type PlainCode = { [Code in FieldErrorCode]: Places[Code] extends never ? Code : never }[FieldErrorCode];
type CodeWithParameters = {
  [Code in Exclude<FieldErrorCode, PlainCode>]: { code: Code; parameters: Pick<Values, Places[Code]> };
}[Exclude<FieldErrorCode, PlainCode>];

export type FieldError = PlainCode | CodeWithParameters;
export type FieldErrors<Field extends string = string> = Partial<Record<Field, FieldError>>;

export function pickErrors<Field extends string>(errors: Record<Field, FieldError | null>): FieldErrors<Field> {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null)) as FieldErrors<Field>;
}
