import { attentionKinds, MAX_COUNTED } from '@goodword/domain/staff/attention'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'

const AttentionItem = Type.Object(
  {
    kind: Type.Enum([...attentionKinds], {
      description: 'What it is about. The API may get more kinds.',
    }),
    count: Type.Integer({
      minimum: 1,
      maximum: MAX_COUNTED,
      description: `How many there are, counted up to ${MAX_COUNTED}.`,
    }),
    isMore: Type.Boolean({ description: 'Whether there are more than `count`.' }),
    message: Type.String({ description: 'What is the matter and what to do, in sentences.' }),
  },
  { title: 'AttentionItem', description: 'Something that staff have to look at.' },
)
export type AttentionItem = ShapeOf<typeof AttentionItem>

export const Attention = Type.Object(
  {
    items: Type.Array(AttentionItem, {
      description: 'One item for each kind of which there is any, the most urgent first.',
    }),
  },
  { title: 'Attention', description: 'What needs the attention of staff.' },
)
export type Attention = ShapeOf<typeof Attention>

export const exampleAttention: Attention = {
  items: [
    {
      kind: 'REVIEW_WAITING',
      count: 3,
      isMore: false,
      message: '3 referrals have a side that waits for your decision.',
    },
  ],
}
