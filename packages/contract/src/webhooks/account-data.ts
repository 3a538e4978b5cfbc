import { Type } from 'typebox'
import { nullable, time } from '../values.ts'

/** The data of the events about a block. */
export const AccountBlockData = Type.Object(
  {
    accountId: Type.String({ description: 'Your ID for the account.' }),
    dateBlocked: nullable(time('When the account was blocked; null after it was unblocked.')),
  },
  {
    title: 'AccountBlockData',
    description: 'A block of an account, without the reason that was given for it.',
  },
)
