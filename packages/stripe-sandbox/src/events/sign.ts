import { createHmac } from 'node:crypto'

/** The header of a notification: when it was sent, and who did. */
export function sign(secret: string, body: string, nowMs: number): string {
  const time = Math.floor(nowMs / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}
