import { Type } from 'typebox'
import { defineTool } from '../tool.ts'

const MAX_PASSAGES = 5
const MAX_PASSAGE = 3000

export const searchDocs = defineTool({
  name: 'search_docs',
  title: 'Search the guides',
  description:
    'Finds sections of the Goodword guides: integrating, share links, processors, rewards, fraud rules, webhooks, operating. Use it before you write code or explain how something works.',
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 256, description: 'A few words, in English.' }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PASSAGES,
        description: `Maximum number of sections. Defaults to 3, at most ${MAX_PASSAGES}.`,
      }),
    ),
  }),
  output: Type.Object({
    passages: Type.Array(
      Type.Object({
        guide: Type.String({
          description: 'The guide: its address is `/docs/guides/{guide}` of the service.',
        }),
        heading: Type.String({ description: 'The heading of the section.' }),
        text: Type.String({ description: 'The section, in Markdown.' }),
      }),
      { description: 'The sections that fit best, best first; none if nothing fits.' },
    ),
  }),
  async run({ guides }, { query, limit = 3 }) {
    const passages = guides.search(query, limit)
    return { passages: passages.map((it) => ({ ...it, text: it.text.slice(0, MAX_PASSAGE) })) }
  },
})
