// The one entry of the package, so that installed code and this repository import the same names.

import { autofill, close, consent, onOffer, open, welcome } from './commands.ts'
import { on } from './events.ts'
import { init, logout } from './session.ts'

export type {
  AutofillTarget,
  EventDetails,
  EventName,
  Offer,
  ShareLinks,
  WelcomeOptions,
} from '@goodword/client-script/goodword.d'
export type { GoodwordOptions, GoodwordUser, TokenSource } from './options.ts'
export { autofill, close, consent, init, logout, on, onOffer, open, welcome }
