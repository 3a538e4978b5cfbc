import { checkFields, makeRule, requestFaultOf } from '@goodword/sandbox/control/make-fault'
import type { FaultAction, FaultRule, Merchant } from '../model/merchant.ts'
import type { FaultBody } from './bodies.ts'

/** A rule of the merchant from a request. @throws {Misfit} */
export function makeFault(merchant: Merchant, body: FaultBody, place = 'action'): FaultRule {
  return makeRule(merchant, body, actionOf(body.action, place))
}

function actionOf(given: FaultBody['action'], place: string): FaultAction {
  const { kind, code, token = null, subscriptionId = null } = given
  if (kind !== 'decline') return requestFaultOf({ ...given, kind }, place)
  checkFields(given, ['code', 'token', 'subscriptionId'], place)
  return { kind, code: code ?? '2000', token, subscriptionId }
}
