import { Type } from 'typebox'

const MAX_ENTRIES = 50

/** The part of a page in the input of a tool that lists: short pages, because a model reads all of them. */
export const pageInput = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_ENTRIES,
      description: `Maximum number of entries. Defaults to 10, at most ${MAX_ENTRIES}.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: 'The `nextCursor` of the previous page, with the same filters.',
    }),
  ),
}
