import type { OpenCode } from '@goodword/contract/codes/code'
import { type Welcome, welcomeLook } from '@goodword/contract/pages/welcome'
import { welcome } from '@goodword/contract/words/areas/welcome'
import { speak } from '@goodword/contract/words/speak'
import type { FullSettings } from '../../frame/program/program-of.ts'

const DAY_SECONDS = 86_400

/** The offer for the script, or why there is none, in the program's words and colors. */
export function welcomeAnswer(
  offer: OpenCode | null,
  reason: 'invalid' | 'inactive' | null,
  { theme, texts, cookieDays }: FullSettings,
  locale: string,
): Welcome {
  const { translate } = speak(welcome, [locale], undefined, { part: 'welcome', texts })
  return {
    offer,
    reason: reason === null ? null : translate(reason),
    rememberSeconds: cookieDays * DAY_SECONDS,
    dismiss: translate('dismiss'),
    ...welcomeLook(theme),
  }
}
