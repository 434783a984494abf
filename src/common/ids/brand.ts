declare const brand: unique symbol;

/** A string that only its maker may build and take apart; all other code just passes it on. */
export type Brand<Name extends string> = string & { readonly [brand]: Name };
