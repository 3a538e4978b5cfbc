import type { FastifyInstance } from 'fastify'

const REPORT_EVERY_MS = 1000

/**
 * Closes connections beyond `most` as soon as they come, so that idle and slow clients cannot take all memory and file
 * descriptors. The log gets one line a second with their number.
 */
export function limitConnections(app: FastifyInstance, most: number): void {
  let closed = 0
  app.server.maxConnections = most
  app.server.on('drop', () => {
    closed += 1
  })
  const report = setInterval(() => {
    if (closed > 0) app.log.warn({ closed, most }, 'connections closed: too many are open')
    closed = 0
  }, REPORT_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(report))
}
