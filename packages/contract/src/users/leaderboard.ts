import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, presentableName } from '../frame/values.ts'

export const LeaderboardMode = Type.Enum(['OFF', 'RANK_ONLY'], {
  description:
    '`RANK_ONLY` shows referrers in the widget their place among all, and the first names of those who agreed to it in the widget. `OFF` shows nothing.',
})

/** Referrers beyond are not looked at. */
export const MAX_RANKED = 500
export const MAX_LEADERS = 10

const rank = Type.Integer({
  minimum: 1,
  description: 'The place by converted friends of all time, as statistics count them. Equals share a place.',
})

const Leader = Type.Object(
  { rank, firstName: presentableName('The first name.') },
  { title: 'Leader', description: 'A referrer who agreed to be shown.' },
)

export const Leaderboard = Type.Object(
  {
    rank: nullable(rank),
    isShown: Type.Boolean({ description: 'Whether the user agreed to be shown.' }),
    leaders: Type.Array(Leader, {
      maxItems: MAX_LEADERS,
      description: `The first ${MAX_LEADERS} of those who agreed to be shown and have a first name. Places between them belong to others.`,
    }),
  },
  {
    title: 'Leaderboard',
    description: `The place of the user among referrers. \`rank\` is null without a converted friend, and beyond the first ${MAX_RANKED} referrers. A new conversion counts within two minutes.`,
  },
)
export type Leaderboard = ShapeOf<typeof Leaderboard>
