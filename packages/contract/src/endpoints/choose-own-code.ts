import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleIdentified } from '../examples.ts'
import { signedToken } from '../identification.ts'
import { ShareLinks } from '../user.ts'
import { accountId, chosenCode, userId } from '../values.ts'

export const chooseOwnCode = endpoint({
  name: 'chooseOwnCode',
  tag: 'Browser',
  method: 'PUT',
  path: '/open/code',
  summary: 'Choose one’s own code',
  description:
    'Makes a code that the signed-in user chose their current one, where the program has `referrersChooseCodes`. Called by the widget; the call must be signed. Each user can choose five codes; going back to an earlier one is not counted. Earlier codes keep working.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    { account_id: accountId(), user_id: userId(), code: chosenCode(), jwt: signedToken },
    { title: 'OwnCodeChoice' },
  ),
  success: {
    200: Type.Object(
      {
        referralCode: Type.String({ description: 'The user’s code, in upper case.' }),
        shareLinks: ShareLinks,
        changesLeft: Type.Integer({ minimum: 0, description: 'How many more codes the user can choose.' }),
      },
      { title: 'OwnCode' },
    ),
  },
  refusals: [
    'SIGNATURE_REQUIRED',
    'SIGNATURE_INVALID',
    'CODE_CHOICE_OFF',
    'USER_NOT_FOUND',
    'CODE_TAKEN',
    'CODE_CHOICES_USED',
  ],
  example: {
    body: { account_id: 'acct_bob', user_id: 'user_bob', code: 'bobt4k9qx', jwt: 'eyJhbGciOiJIUzI1NiJ9.…' },
    answer: {
      referralCode: exampleIdentified.referralCode,
      shareLinks: exampleIdentified.shareLinks,
      changesLeft: 4,
    },
  },
})
