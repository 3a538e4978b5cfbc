import { afterAll, beforeAll, describe } from 'vitest'
import { describeConnector } from '../../testing/connectors/connector.contract.ts'
import { type BraintreeSandbox, startBraintreeSandbox } from '../../testing/processor/braintree-sandbox.ts'
import { givenBraintreeSubject } from '../../testing/processor/braintree-subject.ts'

let sandbox: BraintreeSandbox

beforeAll(async () => {
  sandbox = await startBraintreeSandbox()
})

afterAll(() => sandbox.close())

describe('the connector for Braintree', () =>
  describeConnector(() => givenBraintreeSubject(sandbox), {
    calls: 'MADE',
    discounts: 'SET_UP',
    settlement: 'LATER',
    bills: 'STANDING',
  }))
