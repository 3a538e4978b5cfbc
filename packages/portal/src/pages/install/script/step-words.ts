import type { IntegrationStep } from '@goodword/client'

type StepName = IntegrationStep['step']
type SetupPage = 'program' | 'authorize' | null

/** The title of each step and its page in the portal; null for steps on the website or server. */
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

/** The first step to take: missing ones go before those that work in part. */
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
