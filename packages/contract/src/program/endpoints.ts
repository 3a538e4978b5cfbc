import { usualAssumptions } from '@goodword/domain/program/forecast-assumptions'
import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { exampleProgram } from '../frame/examples.ts'
import { nullable } from '../frame/values.ts'
import { exampleWelcome, Welcome } from '../pages/welcome.ts'
import { pageLocale } from '../users/identification.ts'
import { Attention, exampleAttention } from './attention.ts'
import { exampleIntegration, Integration } from './integration.ts'
import { Program, ProgramSettings, ProgramUpdate } from './program.ts'
import { Forecast, ForecastRequest } from './program-forecast.ts'

export const readAttention = endpoint({
  name: 'readAttention',
  tag: 'Program',
  method: 'GET',
  path: '/attention',
  summary: 'List what needs attention',
  description:
    'Returns what staff have to look at: referrals that wait for a decision, a connection that does not work, discounts that the processor refused, failing webhooks and jobs, failed imports and exports of the last 7 days, and API keys in use that expire within 14 days.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Attention },
  refusals: [],
  example: { answer: exampleAttention },
})

export const readIntegration = endpoint({
  name: 'readIntegration',
  tag: 'Program',
  method: 'GET',
  path: '/integration',
  summary: 'Check the integration',
  description:
    'Returns for each step of an integration whether and when it was seen, and what is missing. What pages and servers do appears within seconds.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Integration },
  refusals: [],
  example: { answer: exampleIntegration },
})

export const readProgram = endpoint({
  name: 'readProgram',
  tag: 'Program',
  method: 'GET',
  path: '/program',
  summary: 'Retrieve the program',
  description:
    'Returns all settings of the program: rewards, conditions, share links, fraud rules and the widget.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Program },
  refusals: [],
  example: { answer: exampleProgram },
})

export const replaceProgram = endpoint({
  name: 'replaceProgram',
  tag: 'Program',
  method: 'PUT',
  path: '/program',
  summary: 'Replace the program',
  description:
    'Replaces all settings of the program: retrieve it, change it, and send all of it with the `version` you retrieved. Null clears `landingPage`, `fallbackPage`, `referredReward` and `referrerReward`; any other field that is null or absent is reset to its default. Rewards already given keep their terms. Turning the program on is refused while set-up is missing at a connected payment processor, and another `processorDiscountId` while subscriptions have discounts with the present one. A repeated request fails with `STALE_VERSION` unless it has the same `Idempotency-Key`.',
  scope: 'admin',
  needsRecentSignIn: true,
  refusesUnknownFields: true,
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({}),
  body: ProgramUpdate,
  success: { 200: Program },
  refusals: ['STALE_VERSION', 'PROCESSOR_SETUP_INCOMPLETE', 'PROCESSOR_CONNECTION_IN_USE'],
  example: { body: { ...exampleProgram, version: exampleProgram.version - 1 }, answer: exampleProgram },
})

const LinkCard = Type.Object(
  {
    locale: Type.String({ description: 'Language of the card.' }),
    title: Type.String({ description: 'The title.' }),
    description: Type.String({ description: 'The text below the title.' }),
    siteName: Type.String({ description: 'The name of the site.' }),
    imageUrl: nullable(Type.String({ description: 'Address of the picture; null for a card without one.' })),
    imageAlt: nullable(Type.String({ description: 'What the picture shows.' })),
    isLarge: Type.Boolean({ description: 'Whether the picture is above the text; a logo is beside it.' }),
  },
  { title: 'LinkCard', description: 'What messengers and networks show of a share link.' },
)

const PreviewedPage = Type.Object(
  {
    signIn: Type.String({ description: 'The page before sign-in, as HTML.' }),
    home: Type.String({ description: 'The page of a made-up referrer without scripts, as HTML.' }),
  },
  { title: 'PreviewedPage', description: 'The page for referrers.' },
)

export const previewOffer = endpoint({
  name: 'previewOffer',
  tag: 'Program',
  method: 'POST',
  path: '/program/preview',
  summary: 'Preview what friends and referrers see',
  description:
    'Returns the greeting on your pages and the card of a share link as friends would see them with these settings, for a made-up referrer, and the page for referrers. Nothing is stored.',
  scope: 'read',
  refusesUnknownFields: true,
  changesNothing: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    { program: ProgramSettings, locale: pageLocale },
    { title: 'OfferPreviewRequest', description: 'The settings, saved or not.' },
  ),
  success: {
    200: Type.Object(
      { welcome: Welcome, linkCard: LinkCard, hostedPage: PreviewedPage },
      { title: 'OfferPreview', description: 'What friends see of an offer.' },
    ),
  },
  refusals: [],
  example: {
    body: { program: { name: 'Acme rewards' }, locale: 'en' },
    answer: {
      welcome: exampleWelcome,
      linkCard: {
        locale: 'en',
        title: 'A gift for you: 10% off for 12 months',
        description: 'Bob T. sent you this link. Open it to see the offer.',
        siteName: 'Acme rewards',
        imageUrl: 'https://www.example.com/share-1200x630.png',
        imageAlt: 'Our red bicycle',
        isLarge: true,
      },
      hostedPage: { signIn: '<!doctype html>…', home: '<!doctype html>…' },
    },
  },
})

type Sums = readonly [
  converted: number,
  bills: number,
  revenue: number,
  friendDiscounts: number,
  referrerDiscounts: number,
  net: number,
]

const exampleMonths: readonly Sums[] = [
  [7.5, 7.5, 147, 14.7, 0, 132.3],
  [7.5, 14.77, 289.59, 28.96, 112.5, 148.13],
  [7.5, 21.83, 427.9, 42.79, 112.5, 272.61],
  [7.5, 28.68, 562.07, 56.21, 112.5, 393.36],
  [7.5, 35.32, 692.2, 69.22, 112.5, 510.48],
  [7.5, 41.76, 818.44, 81.84, 112.5, 624.1],
  [7.5, 48, 940.88, 94.09, 112.5, 734.29],
  [7.5, 54.06, 1059.66, 105.97, 112.5, 841.19],
  [7.5, 59.94, 1174.87, 117.49, 112.5, 944.88],
  [7.5, 65.64, 1286.62, 128.66, 112.5, 1045.46],
  [7.5, 71.17, 1395.02, 139.5, 112.5, 1143.02],
  [7.5, 76.54, 1500.17, 150.02, 112.5, 1237.65],
]

function sumsOf([
  converted,
  bills,
  revenue,
  friendDiscounts,
  referrerDiscounts,
  net,
]: Sums): Forecast['total'] {
  return { converted, bills, revenue, friendDiscounts, referrerDiscounts, net }
}

export const forecastProgram = endpoint({
  name: 'forecastProgram',
  tag: 'Program',
  method: 'POST',
  path: '/program/forecast',
  summary: 'Forecast what a program costs and brings',
  description:
    'Computes the first year of a program, month by month: bills of friends, and what is taken off them and off the bills of their referrers, with the holds, limits, milestones and months of the rewards. The settings may be saved or not; nothing is stored. Equal requests have equal answers.',
  scope: 'read',
  refusesUnknownFields: true,
  changesNothing: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: ForecastRequest,
  success: { 200: Forecast },
  refusals: [],
  example: {
    body: {
      program: {
        currency: 'EUR',
        referredReward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
        referrerReward: { type: 'CREDIT', unit: 'EUR', credit: 1500 },
      },
      price: 19.6,
      friendsPerMonth: 30,
    },
    answer: {
      currency: 'EUR',
      figures: {
        price: 19.6,
        billingIntervalType: 'MONTH',
        friendsPerMonth: 30,
        conversionRate: 25,
        cancellationRate: 3,
        friendsPerReferrer: 1,
      },
      assumptions: [...usualAssumptions],
      months: exampleMonths.map((it, index) => ({ month: index + 1, ...sumsOf(it) })),
      total: sumsOf([90, 525.23, 10_294.42, 1029.45, 1237.5, 8027.47]),
      referrers: 90,
      milestoneDiscounts: 0,
    },
  },
})
