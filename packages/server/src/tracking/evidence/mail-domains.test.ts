import { expect, test } from 'vitest'
import { isDisposable, isPrivate, mailDomainOf } from './mail-domains.ts'

const own = { disposable: ['throwaway.example.org'], trusted: ['mailinator.com', 'uni.edu'] }

/** An address, its registered domain, whether addresses there are for throwing away, and whether it is one organization's. */
test.for([
  ['ada@gmail.com', 'gmail.com', false, false],
  ['ada@GMX.de', 'gmx.de', false, false],
  ['ada@proton.me', 'proton.me', false, false],
  ['ada@acme.co.uk', 'acme.co.uk', false, true],
  ['ada@mail.berlin.acme.co.uk', 'acme.co.uk', false, true],
  ['ada@bücher.de', 'xn--bcher-kva.de', false, true],
  ['ada@shop.example', 'shop.example', false, false],
  ['ada@mail.example.com', 'example.com', false, false],
  ['x7f3@privaterelay.appleid.com', 'appleid.com', false, false],
  ['x7f3@mozmail.com', 'mozmail.com', false, false],
  ['x7f3@duck.com', 'duck.com', false, false],
  ['ada@guerrillamail.com', 'guerrillamail.com', true, false],
  ['ada@deep.guerrillamail.com', 'guerrillamail.com', true, false],
  ['ada@throwaway.example.org', 'example.org', true, false],
  ['ada@mailinator.com', 'mailinator.com', false, false],
  ['ada@cs.uni.edu', 'uni.edu', false, true],
] as const)(
  'the domain of %s is %s; disposable: %s, private: %s',
  ([email, registered, isForThrowingAway, isOneOrganizations]) => {
    const domain = mailDomainOf(email) ?? expect.fail('no domain')
    expect(domain.registered).toBe(registered)
    expect(isDisposable(domain, own)).toBe(isForThrowingAway)
    expect(isPrivate(domain)).toBe(isOneOrganizations)
  },
)

test('an address within a network of its own has no domain that could be compared', () => {
  for (const email of ['root@localhost', 'ada@[192.0.2.1]', 'ada@com']) expect(mailDomainOf(email)).toBeNull()
})
