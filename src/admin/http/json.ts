/** The plain value that a DTO class describes: what a mapping makes and JSON carries. */
export type Json<T> = T extends readonly (infer Item)[]
  ? readonly Json<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Json<T[Key]> }
    : T;
