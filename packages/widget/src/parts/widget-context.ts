import type { MailPreferences } from '@goodword/contract/mails/mail-preferences'
import type { HostPage } from '../page/host-page.ts'
import type { Cursors, Loaded } from '../page/load-widget.ts'
import type { CodeChoice, Entered, Invited } from '../page/own-calls.ts'
import type { QrModules } from '../share/qr-modules.ts'
import type { WidgetLanguage } from '../words/widget-words.ts'

/** The context of the widget's parts. */
export type WidgetContext = {
  readonly language: WidgetLanguage
  readonly host: HostPage
  readonly isPopup: boolean
  /** Announces a change to screen readers. */
  readonly announce: (text: string) => void
  /** Enters the code of a friend for the person's account. */
  readonly enter: (code: string) => Promise<Entered>
  /** Makes a code the user's own, and shows the widget with it. */
  readonly chooseCode: (code: string) => Promise<CodeChoice>
  /** Has the service invite friends by e-mail. */
  readonly invite: (addresses: readonly string[], firstName: string) => Promise<Invited>
  readonly load: (cursors: Cursors) => Promise<Loaded>
  /** The e-mail preferences of the user after a change; null if it failed. */
  readonly chooseMails: (change: object) => Promise<MailPreferences | null>
  /** Draws the QR code of a text. */
  readonly qrModules: (text: string) => Promise<QrModules>
  /** Shows the user on the leaderboard or no more, and returns which; null if it was not kept. */
  readonly showName: (isShown: boolean) => Promise<boolean | null>
}
