/** Texts that a merchant keeps with an object. */
export type Metadata = Readonly<Record<string, string>>
