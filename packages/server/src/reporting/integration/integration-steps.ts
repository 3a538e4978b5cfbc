import type { Connection } from '@goodword/contract/billing/connection'
import type { Integration, IntegrationStep } from '@goodword/contract/program/integration'
import type { IntegrationStep as StepName } from '@goodword/domain/staff/integration'
import { connectorOf } from '../../connectors/processor-clients.ts'
import { type IntegrationActivity, pageOrigin, type SeenActivity } from '../../frame/integration-activity.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { cookieLifeSentence, type DomainCookies } from './look-up-cookie-life.ts'

type Times = { readonly first: number | null; readonly last: number | null }

export type SeenIntegration = {
  readonly settings: FullSettings
  readonly activity: SeenActivity
  readonly pages: Integration['pages']
  readonly connection: Connection | null
  readonly notifications: Times
  /** When referrals converted, by the clock of the program. */
  readonly conversions: Times
  /** The clock of the test program is ahead of that of the service, by which everything else was seen. */
  readonly isClockMoved: boolean
  /** The life of cookies in Safari on the custom domain of share links; null without one. */
  readonly cookies: DomainCookies | null
}

/** A step with the name of its guide. */
type GuidedStep = Omit<IntegrationStep, 'guideUrl'> & { readonly guide: string }
type Finding = Pick<IntegrationStep, 'state' | 'message'> & { readonly seen?: Times }

/** While no processor is connected: this guide leads to those of each processor. */
const CHOICE_OF_PROCESSOR = 'bills'

/** Every step of an integration, in the order in which a merchant does them. */
export function integrationStepsOf(it: SeenIntegration): readonly GuidedStep[] {
  const guides = it.connection === null ? null : connectorOf(it.connection).guides
  return [
    step('PROGRAM_ACTIVE', 'share-links', programActive(it)),
    step('LANDING_PAGE_SET', 'share-links#where-a-link-leads', landingPageSet(it)),
    step('CUSTOM_DOMAIN', 'reference/cookies#first-party', customDomain(it)),
    step('SCRIPT_LOADED', 'script#on-every-page', scriptLoaded(it)),
    step('ORIGINS_ALLOWED', 'going-live#protection-against-attacks', originsAllowed(it)),
    step('CODE_FILLED', 'script#in-your-forms', codeFilled(it)),
    step('USER_IDENTIFIED', 'signed-identification', userIdentified(it)),
    step('SERVER_CALLED', 'rest', serverCalled(it)),
    step('PROCESSOR_CONNECTED', guides?.connect ?? CHOICE_OF_PROCESSOR, processorConnected(it)),
    step('NOTIFICATION_RECEIVED', guides?.webhook ?? CHOICE_OF_PROCESSOR, notificationReceived(it)),
    step('REFERRAL_CONVERTED', 'quick-start', referralConverted(it)),
  ]
}

function step(name: StepName, guide: string, { state, message, seen }: Finding): GuidedStep {
  return {
    step: name,
    state,
    dateFirst: seen?.first ?? null,
    dateLast: seen?.last ?? null,
    message,
    guide,
  }
}

function programActive({ settings }: SeenIntegration): Finding {
  if (settings.active) return { state: 'DONE', message: 'The program is on.' }
  return {
    state: 'MISSING',
    message: 'The program is off: codes are not found, and no account is attributed. Turn the program on.',
  }
}

function landingPageSet({ settings: { landingPage } }: SeenIntegration): Finding {
  if (landingPage !== null) return { state: 'DONE', message: `Share links lead to ${landingPage}.` }
  const message =
    'Share links lead nowhere yet. Set the landing page of the program: the page that friends see first.'
  return { state: 'MISSING', message }
}

/** A short life of cookies is a choice, and no fault. */
function customDomain({ cookies }: SeenIntegration): Finding {
  if (cookies === null) {
    const message = 'Share links have the address of the service. A custom domain gives them one of yours.'
    return { state: 'OPTIONAL', message }
  }
  return { state: cookies.life === 'FULL' ? 'DONE' : 'OPTIONAL', message: cookieLifeSentence(cookies) }
}

function scriptLoaded({ activity, pages }: SeenIntegration): Finding {
  const seen = timesOf(activity.of('SCRIPT'), activity.of('PAGE'))
  if (seen.last === null) {
    return {
      state: 'MISSING',
      message:
        'No page has used the script yet. Add the snippet to your pages, and open one of them with a referral code in its address, ?refCode=…, as a share link does.',
    }
  }
  const [page, ...others] = pages
  if (page === undefined) return { state: 'DONE', seen, message: 'Pages have used the script.' }
  const more =
    others.length === 0 ? '' : ` and of ${others.length} other ${others.length === 1 ? 'site' : 'sites'}`
  return { state: 'DONE', seen, message: `Pages of ${page.origin}${more} use the script.` }
}

function originsAllowed({ settings, pages }: SeenIntegration): Finding {
  const { allowedOrigins, landingPage } = settings
  const landingOrigin = pageOrigin(landingPage)
  if (allowedOrigins.length === 0) {
    return {
      state: 'WARNING',
      message:
        'Pages of any website may call, and only those of the landing page’s website show the widget. Before you go live, list your own websites in the allowed origins of the program.',
    }
  }
  if (landingOrigin !== null && !allowedOrigins.includes(landingOrigin)) {
    return {
      state: 'MISSING',
      message: `The script does not work on the landing page: add ${landingOrigin} to the allowed origins of the program.`,
    }
  }
  const refused = pages.find((it) => !it.allowed)
  if (refused === undefined) return { state: 'DONE', message: 'All websites that were seen are allowed.' }
  return {
    state: 'WARNING',
    message: `Calls from ${refused.origin} are blocked by browsers. If it is your site, add it to the allowed origins of the program.`,
  }
}

function codeFilled({ activity }: SeenIntegration): Finding {
  const seen = timesOf(activity.of('CODE_LOOKED_UP'))
  if (seen.last !== null) {
    return {
      state: 'DONE',
      seen,
      message: 'Pages have looked up a referral code, as the script does to fill it in.',
    }
  }
  return {
    state: 'MISSING',
    message:
      'No page has looked up a referral code yet. Push the command "autofill" with the input for the code, and follow a share link to your page.',
  }
}

function userIdentified({ activity, settings }: SeenIntegration): Finding {
  const signed = activity.of('IDENTIFIED_SIGNED')
  const unsigned = activity.of('IDENTIFIED_UNSIGNED')
  const invalid = activity.of('SIGNATURE_INVALID')
  const seen = timesOf(signed, unsigned)
  if (invalid !== null && invalid.lastAt > (signed?.lastAt ?? 0)) {
    return {
      state: settings.requireSignedIdentification || seen.last === null ? 'MISSING' : 'WARNING',
      seen,
      message:
        'The last token that a page sent was not valid. Sign it on your server with the signing key of this program and mode, for the same account and user as the call.',
    }
  }
  if (signed !== null) return { state: 'DONE', seen, message: 'Pages identify users with a signed token.' }
  if (unsigned === null) {
    return {
      state: 'MISSING',
      message:
        'No page has identified a user yet. After sign-in, push the command "init" with account_id and user_id.',
    }
  }
  if (settings.requireSignedIdentification) {
    return {
      state: 'MISSING',
      seen,
      message:
        'The program requires signed identification, and pages send no token. Add "jwt" to the command "init".',
    }
  }
  return {
    state: 'WARNING',
    seen,
    message:
      'Pages identify users without a token, so anyone can send these calls. Sign them on your server.',
  }
}

function serverCalled({ activity, connection }: SeenIntegration): Finding {
  const seen = timesOf(activity.of('SERVER_CALLED'))
  if (seen.last !== null) return { state: 'DONE', seen, message: 'Your server has sent accounts or users.' }
  return {
    state: connection === null ? 'MISSING' : 'OPTIONAL',
    message:
      'Your server has not sent an account or a user yet. Call POST accountsync when an account signs up, pays or cancels.',
  }
}

function processorConnected({ connection }: SeenIntegration): Finding {
  if (connection === null) {
    return {
      state: 'OPTIONAL',
      message:
        'No payment processor is connected. Connect one, so that payments are seen and discounts are made for you.',
    }
  }
  const seen = { first: connection.dateConnected, last: connection.dateLastCall }
  const missing = connection.missingSetup.find((it) => it.item !== 'WEBHOOK')
  if (connection.state === 'BROKEN') {
    return {
      state: 'MISSING',
      seen,
      message: connection.lastError?.message ?? 'The connection does not work.',
    }
  }
  if (missing !== undefined) return { state: 'MISSING', seen, message: missing.message }
  const { name, isOwnSystem } = connectorOf(connection)
  const message =
    isOwnSystem === true
      ? 'Your own system makes the bills.'
      : `The account ${connection.merchantId} at ${name} is connected.`
  return { state: 'DONE', seen, message }
}

function notificationReceived({ connection, notifications: seen, activity }: SeenIntegration): Finding {
  const rejected = activity.of('NOTIFICATION_REJECTED')
  if (rejected !== null && rejected.lastAt > (seen.last ?? 0)) {
    return {
      state: seen.last === null ? 'MISSING' : 'WARNING',
      seen,
      message:
        'The last notification had a wrong signature. Check that the webhook belongs to the connected account, that its secret is the stored one if it has one, and that nothing changes the request on its way.',
    }
  }
  if (seen.last !== null)
    return { state: 'DONE', seen, message: 'Notifications of the payment processor arrive.' }
  if (connection === null) {
    return { state: 'OPTIONAL', message: 'Only needed when a payment processor is connected.' }
  }
  if (connection.notificationKinds.length === 0) {
    return { state: 'OPTIONAL', message: 'Your own system sends no notifications: it reports bills.' }
  }
  // Some processors have it registered already, and others have it set up by hand.
  const missing = connection.missingSetup.find((it) => it.item === 'WEBHOOK')
  return { state: 'MISSING', message: missing?.message ?? 'No notification has been received yet.' }
}

/** The times of a moved clock stand in the sentence, and not among those of the other steps. */
function referralConverted({ conversions: seen, isClockMoved }: SeenIntegration): Finding {
  if (seen.last !== null && isClockMoved) {
    const day = new Date(seen.last).toISOString().slice(0, 10)
    const message = `Referrals have converted, the last one on ${day} by the clock of the test program.`
    return { state: 'DONE', message }
  }
  if (seen.last !== null) return { state: 'DONE', seen, message: 'Referrals have converted.' }
  const message =
    'No referral has converted yet. Follow a share link, sign up as a friend, and report the first payment.'
  return { state: 'MISSING', message }
}

/** The first and the last time of all activity together. */
function timesOf(...activity: readonly (IntegrationActivity | null)[]): Times {
  const seen = activity.filter((it) => it !== null)
  if (seen.length === 0) return { first: null, last: null }
  return {
    first: Math.min(...seen.map((it) => it.firstAt)),
    last: Math.max(...seen.map((it) => it.lastAt)),
  }
}
