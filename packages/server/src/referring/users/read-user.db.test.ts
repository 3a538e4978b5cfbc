import { describe, expect, test } from 'vitest'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock, live, other } = service

const read = (account: string, user: string) =>
  service.call('GET', `/account/${encodeURIComponent(account)}/user/${encodeURIComponent(user)}`)

describe('GET account/{id}/user/{userId}', () => {
  test('the endpoint returns the user with code and share links', async () => {
    const person = { user_id: 'u/1 é', email: 'Ada@Example.com', first_name: 'Ada', last_name: 'Byron' }
    const code = await service.addUser('a b/c', person)
    const link = `${BASE_URL}/r/${live.alias}/${code}`
    const { status, body } = await read('a b/c', 'u/1 é')
    expect(status).toBe(200)
    expect(body).toEqual({
      id: 'u/1 é',
      accountId: 'a b/c',
      email: 'Ada@Example.com',
      firstName: 'Ada',
      lastName: 'Byron',
      referralCode: code,
      shareLinks: {
        direct: link,
        email: `${link}?via=email`,
        twitter: `${link}?via=twitter`,
        facebook: `${link}?via=facebook`,
        linkedin: `${link}?via=linkedin`,
        whatsapp: `${link}?via=whatsapp`,
      },
      dateCreated: clock.now,
      locale: null,
      dateBlocked: null,
    })
  })

  test('an unknown field of a user is null', async () => {
    await service.addUser('quiet', { user_id: 'q' })
    expect((await read('quiet', 'q')).body).toMatchObject({ email: null, firstName: null, lastName: null })
  })

  test('a user is the pair of account and user id', async () => {
    const codes = [
      await service.addUser('one', { user_id: '1' }),
      await service.addUser('two', { user_id: '1' }),
      await service.addUser('one', { user_id: '2' }),
    ]
    expect(new Set(codes).size).toBe(3)
    expect((await read('two', '1')).body).toMatchObject({ accountId: 'two', referralCode: codes[1] })
    expect((await read('two', '2')).body).toMatchObject({ statusCode: 404, apiErrorCode: 'USER_NOT_FOUND' })
  })

  test('a user of an unknown account or of another merchant is 404', async () => {
    expect((await read('nobody', '1')).body).toMatchObject({
      apiErrorCode: 'USER_NOT_FOUND',
      param: 'userId',
    })
    const options = { alias: other.alias, key: other.apiKey }
    expect((await service.call('GET', '/account/one/user/1', options)).status).toBe(404)
  })

  test.each([
    ['/account/%20/user/1', 'accountId'],
    ['/account/one/user/%00', 'userId'],
    [`/account/one/user/${'x'.repeat(257)}`, 'userId'],
  ])('%s is 400 for %s', async (path, param) => {
    const answer = await service.call('GET', path)
    expect([answer.status, answer.body.param]).toEqual([400, param])
  })
})
