/** The plain value that a DTO class describes: the result of a mapping, sent as JSON. */
export type Json<T> = T extends readonly (infer Item)[]
  ? readonly Json<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Json<T[Key]> }
    : T;
