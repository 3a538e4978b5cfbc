import { afterAll, beforeAll, describe } from 'vitest'
import { describeConnector } from '../../testing/connectors/connector.contract.ts'
import { type LocalSandbox, startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { givenStripeSubject } from '../../testing/processor/stripe/stripe-subject.ts'

let sandbox: LocalSandbox

beforeAll(async () => {
  sandbox = await startLocalSandbox('stripe')
})

afterAll(() => sandbox.close())

describe('the connector for Stripe', () =>
  describeConnector(() => givenStripeSubject(sandbox), {
    calls: 'MADE',
    discounts: 'MADE',
    settlement: 'AT_ONCE',
    bills: 'DRAFT',
  }))
