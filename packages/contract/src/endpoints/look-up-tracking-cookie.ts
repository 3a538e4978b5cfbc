import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { consentModes } from '../program.ts'

const TrackingCookie = Type.Object(
  {
    name: Type.String({ description: 'The cookie’s name.' }),
    value: Type.String({ description: 'The code and the second of this answer, since 1970 in UTC.' }),
    maxAgeSeconds: Type.Integer({
      description: 'How long it lasts: the program’s `cookieDays`, in seconds.',
    }),
    consentMode: Type.Enum([...consentModes], {
      description:
        '`granted`: may be set at once; `required`: only after consent; `cookieless`: not to be set at all.',
    }),
  },
  {
    title: 'TrackingCookie',
    description: 'What a page may remember of the share link that led to it.',
  },
)

export const lookUpTrackingCookie = endpoint({
  name: 'lookUpTrackingCookie',
  tag: 'Browser',
  method: 'GET',
  path: '/open/code/{code}/cookie',
  summary: 'Look up what a browser may remember of a code',
  description:
    'What the script calls on a page that a share link led to: whether the code is one of this program, and how the program wants it remembered. Sets no cookie itself. Takes no API key. A change of a code or the program may take 5 seconds to show.',
  scope: null,
  // A text that cannot be a code is a code that does not exist: 404, like any other unknown one.
  params: Type.Object({ code: Type.String({ description: 'A referral code.', examples: ['BOBT4K9QX'] }) }),
  query: Type.Object({}),
  body: null,
  success: { 200: TrackingCookie },
  refusals: ['REFERRAL_CODE_NOT_FOUND'],
  example: {
    answer: {
      name: '_gw_acme',
      value: 'BOBT4K9QX.1795240629',
      maxAgeSeconds: 7_776_000,
      consentMode: 'granted',
    },
  },
})
