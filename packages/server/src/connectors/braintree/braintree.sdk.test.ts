import { afterAll, beforeAll, describe } from 'vitest'
import { type BraintreeSandbox, startBraintreeSandbox } from '../../testing/processor/braintree-sandbox.ts'
import { givenBraintreeShop } from '../../testing/processor/braintree-shop.ts'
import { describeConnector, type ProcessorSubject } from '../connector.contract.ts'
import { openBraintree } from './open-braintree.ts'

let sandbox: BraintreeSandbox

beforeAll(async () => {
  sandbox = await startBraintreeSandbox()
})

afterAll(() => sandbox.close())

describe('the connector for Braintree', () => describeConnector(given))

async function given(): Promise<ProcessorSubject> {
  const { credentials, control } = await givenBraintreeShop(sandbox)
  return {
    credentials,
    open: (other = {}) => openBraintree({ ...credentials, ...other }, { allowLocalTargets: true }),
    fail: async (action, times) => {
      await control('POST', '/faults', { action, ...(times === undefined ? {} : { times }) })
    },
  }
}
