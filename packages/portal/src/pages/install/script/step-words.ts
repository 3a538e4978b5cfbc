import type { IntegrationStep } from '@goodword/client'

type StepName = IntegrationStep['step']
type SetupPage = 'program' | 'authorize' | null

/** What each step is called, and where in the portal it is done; null for what is done on the website or server. */
export const stepWords: Readonly<Record<StepName, readonly [title: string, place: SetupPage]>> = {
  PROGRAM_ACTIVE: ['Program', 'program'],
  LANDING_PAGE_SET: ['Landing page', 'program'],
  CUSTOM_DOMAIN: ['Cookies of your custom domain', null],
  SCRIPT_LOADED: ['Script on your pages', null],
  ORIGINS_ALLOWED: ['Allowed websites', 'program'],
  CODE_FILLED: ['Code in your form', null],
  USER_IDENTIFIED: ['People who sign in', null],
  SERVER_CALLED: ['Calls from your server', null],
  PROCESSOR_CONNECTED: ['Payment processor', 'authorize'],
  NOTIFICATION_RECEIVED: ['Notifications of the processor', 'authorize'],
  REFERRAL_CONVERTED: ['First converted referral', null],
}

/** What to do first: what is missing, before what works in part. */
export function nextStepOf(steps: readonly IntegrationStep[]): IntegrationStep | null {
  return steps.find((it) => it.state === 'MISSING') ?? steps.find((it) => it.state === 'WARNING') ?? null
}

/** `7 of 9 steps done`: optional steps that are not done do not count. */
export function progressOf(steps: readonly IntegrationStep[]): {
  readonly done: number
  readonly total: number
} {
  return {
    done: steps.filter((it) => it.state === 'DONE').length,
    total: steps.filter((it) => it.state !== 'OPTIONAL').length,
  }
}
