import { MAX_INVITATIONS_A_DAY } from '@goodword/domain/outbound/invitation'
import { Type } from 'typebox'
import { OpenCode } from '../codes/code.ts'
import { endpoint } from '../frame/endpoint.ts'
import {
  exampleIdentification,
  exampleIdentified,
  exampleOpenCode,
  exampleProgram,
} from '../frame/examples.ts'
import { accountId, chosenCode, nullable, userId } from '../frame/values.ts'
import { InvitationsAnswer } from '../mails/invitations.ts'
import { examplePreferences, MailPreferences, PreferenceChange } from '../mails/mail-preferences.ts'
import { consentModes } from '../program/program.ts'
import { Identification, pageLocale, signedToken } from '../users/identification.ts'
import { ShareLinks } from '../users/user.ts'
import { exampleWelcome, Welcome } from './welcome.ts'
import { Widget } from './widget.ts'

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

export const appealDecision = endpoint({
  name: 'appealDecision',
  tag: 'Browser',
  method: 'POST',
  path: '/open/appeals',
  summary: 'Write about a referral that is checked',
  description:
    'Takes what a referrer has to say about a referral whose reward waits for a decision, once. The token is the last part of the link in the notice to the referrer, and is valid until the decision. Your staff see the text beside the referral.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      token: Type.String({
        maxLength: 256,
        description: 'The token of the notice.',
        examples: ['AZpfLnwbfTqfADxeihstT9qk3F1m0cHkQ2bVxY7uZ0E'],
      }),
      text: Type.String({
        format: 'reason',
        description: 'What the referrer has to say, up to 500 characters.',
        examples: ['Carol is my sister. We live in one household and each have an account of our own.'],
      }),
    },
    { title: 'Appeal' },
  ),
  success: {
    201: Type.Object(
      { received: Type.Boolean({ description: 'Always true.' }) },
      { title: 'ReceivedAppeal' },
    ),
  },
  refusals: ['APPEAL_NOT_FOUND', 'ALREADY_APPEALED'],
  example: {
    body: {
      token: 'AZpfLnwbfTqfADxeihstT9qk3F1m0cHkQ2bVxY7uZ0E',
      text: 'Carol is my sister. We live in one household and each have an account of our own.',
    },
    answer: { received: true },
  },
})

export const identify = endpoint({
  name: 'identify',
  tag: 'Browser',
  method: 'POST',
  path: '/open/identify',
  summary: 'Identify a user in the browser',
  description:
    'Called by the script’s `init` command. Creates or updates the user and the account, and attributes and converts by the rules of the program. Needs no API key. The response to an unsigned call is the same whatever the outcome.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Identification,
  success: {
    200: Type.Object(
      {
        accountId: Type.String({ description: 'Your ID for the account.' }),
        userId: Type.String({ description: 'Your ID for the user.' }),
        referralCode: Type.String({ description: 'The user’s referral code, in upper case.' }),
        shareLinks: ShareLinks,
        attributed: Type.Optional(
          Type.Boolean({ description: 'Whether the account is referred. Present only for signed calls.' }),
        ),
        reason: Type.Optional(
          nullable(Type.String({ description: 'Machine-readable reason. Present only for signed calls.' })),
        ),
      },
      { title: 'Identified' },
    ),
  },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID'],
  example: {
    body: exampleIdentification,
    answer: exampleIdentified,
  },
})

const cursor = (list: string) =>
  Type.Optional(
    Type.String({
      format: 'cursor',
      description: `The \`nextCursor\` of the previous page of ${list}. Omit it for the first page.`,
    }),
  )

export const loadWidget = endpoint({
  name: 'loadWidget',
  tag: 'Browser',
  method: 'POST',
  path: '/open/widget',
  summary: 'Load the widget’s content',
  description:
    'Called by the widget. Identifies the user by the same rules as `POST open/identify` and returns their referral code, their share links and the offer. Referrals, rewards, balances and figures are returned only to signed calls; they are null otherwise.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({
    // No `limit` and no `count` parameters: pages are small, and the operation is public.
    referralsCursor: cursor('referrals'),
    rewardsCursor: cursor('rewards'),
  }),
  body: Identification,
  success: { 200: Widget },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID'],
  example: {
    body: exampleIdentification,
    answer: {
      ...exampleIdentified,
      codeFault: null,
      codeChoicesLeft: null,
      canEnterCode: false,
      program: {
        name: exampleProgram.name,
        currency: exampleProgram.currency,
        showReferrerName: exampleProgram.showReferrerName,
        referredReward: exampleProgram.referredReward,
        referrerReward: exampleProgram.referrerReward,
        theme: { accentColor: '#0b5cad' },
        texts: { en: { title: 'Put in a good word' } },
      },
      referrals: null,
      rewards: null,
      balances: null,
      discount: null,
      figures: null,
      invitations: null,
      leaderboard: null,
    },
  },
})

export const enterCode = endpoint({
  name: 'enterCode',
  tag: 'Browser',
  method: 'POST',
  path: '/open/friend-code',
  summary: 'Enter a code after sign-up',
  description:
    'For a customer who forgot the code at sign-up: called by the widget. It counts until the first payment of the account. Takes signed calls only, and identifies the user by the same rules as `POST open/identify`. Returns what the code gives; the same code again returns the same.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      ...Identification.properties,
      referral_code: Type.String({ maxLength: 1024, description: 'The code, as it was typed.' }),
    },
    { title: 'EnteredCode' },
  ),
  success: { 200: OpenCode },
  refusals: [
    'SIGNATURE_REQUIRED',
    'SIGNATURE_INVALID',
    'REFERRAL_CODE_NOT_FOUND',
    'SELF_REFERRAL',
    'ALREADY_REFERRED',
    'EXISTING_CUSTOMER',
    'PROGRAM_INACTIVE',
  ],
  example: {
    body: { ...exampleIdentification, referral_code: 'BOBT4K9QX' },
    answer: exampleOpenCode,
  },
})

export const showOnLeaderboard = endpoint({
  name: 'showOnLeaderboard',
  tag: 'Browser',
  method: 'POST',
  path: '/open/leaderboard',
  summary: 'Agree to be shown on the leaderboard',
  description:
    'Called by the widget when its user agrees to be shown with their first name and place, or takes that back. Only a signed call may do it. While the program has no leaderboard nobody is shown, and an agreement is not kept.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({
    ...Identification.properties,
    show: Type.Boolean({ description: 'Whether to show the user from now on.' }),
  }),
  success: {
    200: Type.Object(
      { isShown: Type.Boolean({ description: 'Whether the user is shown from now on.' }) },
      { title: 'ShownOnLeaderboard' },
    ),
  },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID'],
  example: {
    body: { ...exampleIdentification, jwt: 'eyJhbGciOiJIUzI1NiJ9…', show: true },
    answer: { isShown: true },
  },
})

export const loadWelcome = endpoint({
  name: 'loadWelcome',
  tag: 'Browser',
  method: 'GET',
  path: '/open/welcome',
  summary: 'Load the greeting of a friend',
  description:
    'Called by the script’s `welcome` command and for its notes beside code fields. Returns the offer of a code in the program’s words and colors, or why the code cannot be used. Needs no API key. Changes to a code or the program can take 5 seconds to appear.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({
    code: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: 'The code as it was typed or came with a link.',
        examples: ['BOBT4K9QX'],
      }),
    ),
    locale: pageLocale,
  }),
  body: null,
  success: { 200: Welcome },
  refusals: [],
  example: {
    query: { code: 'BOBT4K9QX', locale: 'en' },
    answer: exampleWelcome,
  },
})

export const inviteFriends = endpoint({
  name: 'inviteFriends',
  tag: 'Browser',
  method: 'POST',
  path: '/open/invitations',
  summary: 'Invite friends by e-mail',
  description:
    'Sends invitations of the user to friends, by the service. Signed calls only, and only if the program allows it. A user can invite 10 addresses within 24 hours; an address is invited to a program once in 12 months, and never after it asked for no more. The answer is the same for all of them. A repeat of the same address changes nothing.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      ...Identification.properties,
      addresses: Type.Array(Type.String({ maxLength: 600, examples: ['carol@example.com'] }), {
        minItems: 1,
        maxItems: MAX_INVITATIONS_A_DAY,
        description: 'The e-mail addresses of the friends.',
      }),
    },
    { title: 'InvitationRequest' },
  ),
  success: { 200: InvitationsAnswer },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID', 'INVITATIONS_OFF'],
  example: {
    body: { ...exampleIdentification, addresses: ['carol@example.com'] },
    answer: { results: [{ email: 'carol@example.com', result: 'ACCEPTED' }], remainingToday: 9 },
  },
})

export const chooseMails = endpoint({
  name: 'chooseMails',
  tag: 'Browser',
  method: 'POST',
  path: '/open/mail-preferences',
  summary: 'Read or choose the user’s e-mails',
  description:
    'Returns which e-mails the user wants, after the changes that the request has; without any it only reads. Signed calls only. What is chosen holds for the address, as on the page behind the link in each e-mail. It concerns only an address that your server or a signed call reported.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    { ...Identification.properties, ...PreferenceChange },
    { title: 'MailPreferencesRequest' },
  ),
  success: { 200: MailPreferences },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID'],
  example: {
    body: { ...exampleIdentification, unwanted: ['REWARD_EXPIRING'] },
    answer: examplePreferences,
  },
})

export const lookUpOpenCode = endpoint({
  name: 'lookUpOpenCode',
  tag: 'Browser',
  method: 'GET',
  path: '/open/code/{code}',
  summary: 'Look up a referral code in the browser',
  description:
    'For landing pages and sign-up forms: returns the name of the referrer and the friend’s reward, also in words. The error for a code that is not valid is the same for a code that never existed, is disabled or has expired. Needs no API key. Changes to a code or the program can take 5 seconds to appear.',
  scope: null,
  // A text that cannot be a code is a code that does not exist: 404, like any other unknown one.
  params: Type.Object({ code: Type.String({ description: 'A referral code.', examples: ['BOBT4K9QX'] }) }),
  query: Type.Object({ locale: pageLocale }),
  body: null,
  success: { 200: OpenCode },
  refusals: ['REFERRAL_CODE_NOT_FOUND'],
  example: { query: { locale: 'en' }, answer: exampleOpenCode },
})

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

export const requestPageSignIn = endpoint({
  name: 'requestPageSignIn',
  tag: 'Browser',
  method: 'POST',
  path: '/open/page/sign-in',
  summary: 'Ask for a link to the hosted page',
  description:
    'Called by the hosted page. Sends a link that signs the person in who has the e-mail address, and can be used once. The response is the same for every address, whether or not a user has it. An address gets at most a few links in an hour; further ones are not sent, and the response stays the same.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({
    email: Type.String({
      format: 'email-address',
      description: 'The e-mail address of the person.',
      examples: ['rita@example.com'],
    }),
    locale: Type.Optional(
      Type.String({ maxLength: 64, description: 'Language of the e-mail, such as `de`.', examples: ['de'] }),
    ),
  }),
  success: {
    202: Type.Object(
      {
        validMinutes: Type.Integer({
          description: 'How long the link can be used after it was sent.',
          examples: [15],
        }),
      },
      { title: 'PageSignInRequested' },
    ),
  },
  refusals: ['HOSTED_PAGE_OFF'],
  example: { body: { email: 'rita@example.com' }, answer: { validMinutes: 15 } },
})
