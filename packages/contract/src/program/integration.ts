import { integrationSteps } from '@goodword/domain/staff/integration'
import { Type } from 'typebox'
import { RejectedNotifications } from '../billing/notification.ts'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, time } from '../frame/values.ts'

const seenTimes = {
  dateFirst: nullable(time('When it was first seen; null if never, or if it has no time.')),
  dateLast: nullable(time('When it was last seen; null if never, or if it has no time.')),
}

const IntegrationStep = Type.Object(
  {
    step: Type.Enum([...integrationSteps], { description: 'The step.' }),
    state: Type.Enum(['DONE', 'WARNING', 'MISSING', 'OPTIONAL'], {
      description:
        '`WARNING`: it works in part. `MISSING`: referrals do not work without it. `OPTIONAL`: it is not done, and is only needed by some integrations.',
    }),
    ...seenTimes,
    message: Type.String({ description: 'What was seen, or what is missing and how to do it.' }),
    guideUrl: Type.String({ description: 'The guide that explains the step.' }),
  },
  { title: 'IntegrationStep', description: 'A step of an integration, and whether it was seen.' },
)
export type IntegrationStep = ShapeOf<typeof IntegrationStep>

const SeenCalls = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How often, counted every few minutes.' }),
    dateFirst: nullable(time('When it was first seen; null if never.')),
    dateLast: nullable(time('When it was last seen; null if never.')),
  },
  { title: 'SeenCalls', description: 'How often and when calls of a kind were seen.' },
)

const SeenPage = Type.Object(
  {
    origin: Type.String({ description: 'Origin of the page.', examples: ['https://shop.example.com'] }),
    allowed: Type.Boolean({
      description: 'Whether `allowedOrigins` of the program permits its calls.',
    }),
    dateFirst: time('When it was first seen.'),
    dateLast: time('When it was last seen.'),
  },
  { title: 'SeenPage', description: 'A website whose pages loaded the script or called the API.' },
)

export const Integration = Type.Object(
  {
    steps: Type.Array(IntegrationStep, { description: 'All steps, in the order of an integration.' }),
    pages: Type.Array(SeenPage, {
      description:
        'The websites that were seen in the last 30 days, the latest first. Anyone can send any origin, so those that the program does not name are limited to 20.',
    }),
    identifications: Type.Object(
      {
        signed: SeenCalls,
        unsigned: SeenCalls,
        invalidSignature: SeenCalls,
      },
      { title: 'SeenIdentifications', description: 'The calls of pages that identify users.' },
    ),
    rejectedNotifications: RejectedNotifications,
  },
  {
    title: 'Integration',
    description:
      'What the service has seen of an integration. All times are by the clock of the service; the step `REFERRAL_CONVERTED` has none while the clock of a test program is ahead of it, and names the day in its message.',
  },
)
export type Integration = ShapeOf<typeof Integration>

const SEEN = 1_783_500_000_000
const never = { count: 0, dateFirst: null, dateLast: null }

export const exampleIntegration: Integration = {
  steps: [
    {
      step: 'SCRIPT_LOADED',
      state: 'DONE',
      dateFirst: SEEN,
      dateLast: SEEN + 86_400_000,
      message: 'Pages of https://shop.example.com use the script.',
      guideUrl: 'https://goodword.example.com/docs/guides/script',
    },
  ],
  pages: [
    {
      origin: 'https://shop.example.com',
      allowed: true,
      dateFirst: SEEN,
      dateLast: SEEN + 86_400_000,
    },
  ],
  identifications: {
    signed: { count: 12, dateFirst: SEEN, dateLast: SEEN + 86_400_000 },
    unsigned: never,
    invalidSignature: never,
  },
  rejectedNotifications: never,
}
