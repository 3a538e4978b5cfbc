import { DEMO_ALIAS } from '../../operations/administration/demo/demo-keys.ts'
import { DEMO_MERCHANT } from '../../operations/administration/demo/ensure-demo.ts'
import { createDemoLink } from '../../operations/administration/demo/ensure-demo-staff.ts'
import { OperatorError } from '../../operations/foundation/tenants/operator-error.ts'
import { tenantNamed } from '../../operations/foundation/tenants/tenant-named.ts'
import { findMerchantName } from '../../store/directory/directory.ts'
import { inDirectory } from '../../store/driver/directory-tx.ts'
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
