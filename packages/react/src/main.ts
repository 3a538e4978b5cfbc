// The one entry of the package, so that installed code and this repository import the same names.

import { useGoodword, useGoodwordEvent, useOffer, useReferralCode } from './hooks.ts'
import { GoodwordWidget } from './widget.ts'

export type { GoodwordOptions, GoodwordUser, Offer } from '@goodword/browser'
export { GoodwordWidget, useGoodword, useGoodwordEvent, useOffer, useReferralCode }
