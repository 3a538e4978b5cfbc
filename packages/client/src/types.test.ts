import { expectTypeOf, it } from 'vitest'
import type { CallOptions } from './call-options.ts'
import type { ClientOptions } from './create-client.ts'
import type { RewardType } from './enums.generated.ts'
import type { Client } from './operations.generated.ts'

it('the types of the client say what each operation takes and gives', () => {
  expectTypeOf<Client['readProgram']>().toBeCallableWith()
  expectTypeOf<Parameters<Client['readAccount']>[0]>().toEqualTypeOf<
    { readonly params: { readonly accountId: string } } & CallOptions
  >()
  expectTypeOf<Client['readProgram']>().toBeCallableWith({
    signal: new AbortController().signal,
    timeoutMs: 5000,
    retries: 0,
  })
  expectTypeOf<Parameters<Client['listUsers']>>().toExtend<[unknown?]>()
  expectTypeOf<Awaited<ReturnType<Client['linkDiscount']>>['status']>().toEqualTypeOf<200 | 201>()
  expectTypeOf<Awaited<ReturnType<Client['readAccount']>>['currency']>().toEqualTypeOf<string>()
  expectTypeOf<Awaited<ReturnType<Client['giveReward']>>['type']>().toEqualTypeOf<RewardType>()
  expectTypeOf<typeof globalThis.fetch>().toExtend<NonNullable<ClientOptions['fetch']>>()
  // A program that was read can be sent back.
  expectTypeOf<Awaited<ReturnType<Client['readProgram']>>>().toExtend<
    Parameters<Client['replaceProgram']>[0]['body']
  >()
})

type ListName = Extract<keyof Client, `list${string}`>
type EntryOf<Call> = Call extends AsyncIterable<infer Entry> ? Entry : never

it('the answer of every list can be iterated', () => {
  expectTypeOf<ReturnType<Client[ListName]>>().toExtend<AsyncIterable<unknown>>()
  expectTypeOf<EntryOf<ReturnType<Client['listEvents']>>['type']>().toExtend<string>()
})
