import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** The result of a comparison of customers with the payment processor. */
export const ConnectionReconciliation = Type.Object(
  {
    checked: count('Customers that were compared, including those in `failed`.'),
    changed: count('Customers with at least one discount that was different and was corrected.'),
    failed: count(
      'Customers that could not be compared or corrected, or whose last attempt failed. They are retried in the background.',
    ),
  },
  { title: 'ConnectionReconciliation' },
)
export type ConnectionReconciliation = ShapeOf<typeof ConnectionReconciliation>
