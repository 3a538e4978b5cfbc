import { createHash, randomBytes } from 'node:crypto'

type StaffTexts = Readonly<Record<'id' | 'email' | 'firstName' | 'lastName' | 'note', string>>
type Fields = Readonly<Record<string, string>>
type Answer = { readonly body: Readonly<Record<string, unknown>> }

/**
 * Does what an assistant and its person do, rightly and wrongly: it registers, is allowed by the person of the cookie, gets tokens,
 * calls tools with them, and renews and gives them back. Returns the secrets that were sent and given, as far as it got.
 */
export async function callForAssistants(url: string, cookie: string, person: StaffTexts): Promise<Fields> {
  const verifier = randomBytes(32).toString('hex')
  const state = `state-${randomBytes(16).toString('hex')}`
  const redirect = `https://assistant.example.com/${person.id}?email=${person.email}`
  const registered = await postJson('/oauth/register', {
    client_name: person.lastName,
    redirect_uris: [redirect],
  })
  const request = {
    response_type: 'code',
    client_id: String(registered.body.client_id),
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    resource: `${url}/mcp`,
  }
  await send(`/oauth/authorize?${new URLSearchParams(request)}`, {})
  const allowed = await allow(request)
  // Where no document is: the address alone is the person's.
  await allow({ ...request, client_id: `https://127.0.0.1:9/${person.id}?email=${person.email}` })
  const code = codeIn(allowed)
  const exchange = { grant_type: 'authorization_code', client_id: request.client_id, redirect_uri: redirect }
  await postForm('/oauth/token', { ...exchange, code: person.email, code_verifier: verifier })
  const tokens = await postForm('/oauth/token', { ...exchange, code, code_verifier: verifier })
  const { access_token: access, refresh_token: refresh } = tokens.body
  for (const token of [access, person.id]) await callTools(String(token))
  const renewal = {
    grant_type: 'refresh_token',
    client_id: request.client_id,
    refresh_token: String(refresh),
  }
  const renewed = await postForm('/oauth/token', renewal)
  await callTools(String(renewed.body.access_token))
  await postForm('/oauth/revoke', { token: String(renewed.body.refresh_token) })
  // A refresh token that comes twice.
  await postForm('/oauth/token', renewal)
  const given = {
    code,
    access,
    refresh,
    renewed: renewed.body.access_token,
    again: renewed.body.refresh_token,
  }
  const secrets = Object.entries({ verifier, state, ...given }).filter(
    ([, it]) => typeof it === 'string' && it !== '',
  )
  return Object.fromEntries(secrets.map(([name, it]) => [`${name} of the assistant ${state}`, String(it)]))

  async function allow(asked: object): Promise<Answer> {
    const headers = { cookie, origin: url }
    await postJson('/portal/assistants/check', { request: asked }, headers)
    return postJson('/portal/assistants', { request: asked, tenantAlias: 'acme', mayWrite: true }, headers)
  }

  async function callTools(token: string): Promise<void> {
    const { email, id, note } = person
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
    const call = (name: string, input: object) =>
      postJson(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
        headers,
      )
    await call('search_people', { query: email })
    await call('explain_referral', { accountId: id })
    await call('get_account', { accountId: id, note })
    await call('give_reward', { accountId: id, reward: { type: email } })
    await call(id, { email })
    await send('/mcp', { method: 'POST', headers, body: `{"email":"${email}` })
  }

  function postJson(path: string, body: object, headers: Fields = {}): Promise<Answer> {
    const type = { 'content-type': 'application/json' }
    return send(path, { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) })
  }

  function postForm(path: string, fields: Fields): Promise<Answer> {
    return send(path, { method: 'POST', body: new URLSearchParams(fields) })
  }

  async function send(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { body: isJson ? JSON.parse(text) : {} }
  }
}

function codeIn({ body: { redirectTo } }: Answer): string {
  return typeof redirectTo === 'string' ? (new URL(redirectTo).searchParams.get('code') ?? '') : ''
}
