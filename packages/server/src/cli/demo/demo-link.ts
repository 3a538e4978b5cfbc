import { DEMO_ALIAS } from '../../administration/demo/demo-keys.ts'
import { DEMO_MERCHANT } from '../../administration/demo/ensure-demo.ts'
import { createDemoLink } from '../../administration/demo/ensure-demo-staff.ts'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import { findMerchantName } from '../../frame/rows/directory.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const demoLink: Command = {
  name: 'demo link',
  parameters: '',
  summary: 'Print a one-time link, valid for a day, that opens the portal as the owner of the demo merchant.',
  async run(args, terminal) {
    readArguments(args, [])
    const url = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, DEMO_ALIAS)
      const merchant = await inDirectory(ctx.db, (tx) => findMerchantName(tx, tenantId))
      return merchant === DEMO_MERCHANT ? createDemoLink(ctx, tenantId) : null
    })
    if (url === null) throw new OperatorError('There is no demo merchant. A start with DEMO=on creates it.')
    return { answer: { url } }
  },
}
