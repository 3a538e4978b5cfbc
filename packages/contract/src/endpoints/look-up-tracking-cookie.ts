import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { consentModes } from '../program.ts'

const TrackingCookie = Type.Object(
  {
    name: Type.String({ description: 'The cookie’s name.' }),
    value: Type.String({ description: 'The code and the time of this response in seconds since the epoch.' }),
    maxAgeSeconds: Type.Integer({
      description: 'Lifetime in seconds: the program’s `cookieDays`.',
    }),
    consentMode: Type.Enum([...consentModes], {
      description:
        '`granted`: set the cookie immediately; `required`: set it only after consent; `cookieless`: do not set it.',
    }),
  },
  {
    title: 'TrackingCookie',
    description: 'The cookie in which a page may store the code of a share link.',
  },
)

export const lookUpTrackingCookie = endpoint({
  name: 'lookUpTrackingCookie',
  tag: 'Browser',
  method: 'GET',
  path: '/open/code/{code}/cookie',
  summary: 'Look up the tracking cookie for a code',
  description:
    'Called by the script on a page that was opened by a share link. Returns whether the code belongs to this program and how to store it. Does not set a cookie itself. Needs no API key. Changes to a code or the program can take 5 seconds to appear.',
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
