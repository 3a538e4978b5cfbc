import { identify } from '@goodword/contract/endpoints/identify'
import { loadWidget } from '@goodword/contract/endpoints/load-widget'
import { lookUpOpenCode } from '@goodword/contract/endpoints/look-up-open-code'
import { lookUpTrackingCookie } from '@goodword/contract/endpoints/look-up-tracking-cookie'
import { handleIdentify } from '../handlers/browser/identify.ts'
import { handleLoadWidget } from '../handlers/browser/load-widget.ts'
import { handleLookUpOpenCode } from '../handlers/browser/look-up-open-code.ts'
import { handleLookUpTrackingCookie } from '../handlers/browser/look-up-tracking-cookie.ts'
import type { ServeEndpoint } from '../server/handler.ts'

/** Requests of pages, with the signature of the merchant or without. */
export function browserRoutes(serve: ServeEndpoint): void {
  serve(identify, handleIdentify)
  serve(loadWidget, handleLoadWidget)
  serve(lookUpOpenCode, handleLookUpOpenCode)
  serve(lookUpTrackingCookie, handleLookUpTrackingCookie)
}
