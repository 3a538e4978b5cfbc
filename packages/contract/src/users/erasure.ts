import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, time } from '../frame/values.ts'

export const Erasure = Type.Object(
  {
    state: Type.Enum(['ERASING', 'WAITING', 'ERASED'], {
      description:
        '`ERASING`: the user’s own record is erased, and a background job erases what else is stored. `WAITING`: only the customer at the payment processor is left, until its last subscription ends. `ERASED`: nothing is left.',
    }),
    accountErased: Type.Boolean({
      description:
        'Whether your ID of the account was replaced as well, because the account has no other users.',
    }),
    dateRequested: time('When the erasure was requested.'),
    dateErased: nullable(time('When nothing was left.')),
  },
  {
    title: 'Erasure',
    description: 'How far the erasure of a user is. It contains nothing about the user, not even their ID.',
  },
)
export type Erasure = ShapeOf<typeof Erasure>
