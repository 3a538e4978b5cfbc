import { randomUUID } from 'node:crypto'
import { ApiError, createClient, signUser } from '@goodword/client'
import express, { type Request } from 'express'
import { firstParty } from './first-party.ts'
import { referralCookie } from './referral-cookie.ts'
import { settings } from './settings.ts'

type Customer = {
  readonly accountId: string
  readonly userId: string
  readonly name: string
  readonly email: string
}

const { goodwordUrl: baseUrl, tenantAlias, apiKey, signingKey } = settings
const goodword = createClient({ baseUrl, tenantAlias, apiKey })
/** Sessions are a table in a shop of your own. */
const sessions = new Map<string, Customer>()
const dist = new URL('../dist/', import.meta.url).pathname

const app = express()
app.disable('x-powered-by')
app.use(firstParty)
app.use(referralCookie)
app.use(express.static(dist, { index: false }))

app.get('/session', (request, response) => {
  const customer = customerOf(request)
  response.json({
    tenantAlias,
    customer: customer && { accountId: customer.accountId, userId: customer.userId, name: customer.name },
  })
})

app.post('/sign-up', express.json(), async (request, response) => {
  const { name, email, referralCode } = request.body
  const accountId = `acct_${randomUUID()}`
  const customer = { accountId, userId: `user_${accountId}`, name: String(name), email: String(email) }
  const code = String(referralCode ?? '').trim()
  try {
    await goodword.syncAccount({ body: { id: accountId, ...(code === '' ? {} : { referral: { code } }) } })
    await goodword.upsertUser({
      body: { accountId, id: customer.userId, email: customer.email, firstName: customer.name },
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REFERRAL_CODE_NOT_FOUND') throw error
    response.status(400).json({ message: 'We do not know this code. Check it, or leave it out.' })
    return
  }
  const session = randomUUID()
  sessions.set(session, customer)
  const { isHttps } = settings
  response.cookie('session', session, { httpOnly: true, sameSite: 'lax', secure: isHttps })
  response.status(201).json({ accountId, userId: customer.userId, name: customer.name })
})

app.post('/sign-out', (request, response) => {
  sessions.delete(sessionOf(request))
  response.clearCookie('session').sendStatus(204)
})

// The token says who is signed in here, and is asked for again when it has expired.
app.get('/goodword-token', async (request, response) => {
  const customer = customerOf(request)
  if (customer === undefined) {
    response.sendStatus(401)
    return
  }
  const { accountId, userId: id, name: firstName, email } = customer
  const token = await signUser({ accountId, id, firstName, email }, { signingKey, expiresInSeconds: 600 })
  response.set('Cache-Control', 'no-store').type('text').send(token)
})

app.use((_request, response) => {
  response.sendFile('index.html', { root: dist })
})

const server = app.listen(settings.port, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  console.log(`Larder is running at http://127.0.0.1:${address.port}`)
})

function sessionOf(request: Request): string {
  return /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
}

function customerOf(request: Request): Customer | undefined {
  return sessions.get(sessionOf(request))
}
