import type { Connection } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { Button } from '../../../components/button.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { count } from '../../../format/number-text.ts'
import { leftText } from './removal-words.ts'

type Props = {
  readonly removal: NonNullable<Connection['removal']>
  /** Null for who may not disconnect. */
  readonly onDisconnectNow: (() => void) | null
}

/** How far the removal has come; the connection goes with the last discount or promotion code. */
export function RemovalNotice({ removal, onDisconnectNow }: Props) {
  const tenantAlias = useTenantAlias()
  const { discountsLeft, discountsStuck, dateRequested } = removal
  return (
    <Notice
      kind={discountsStuck > 0 ? 'warning' : 'info'}
      title={
        discountsLeft > 0
          ? 'Disconnecting: the discounts are being removed'
          : 'Disconnecting: promotion codes are being ended'
      }
      actions={onDisconnectNow !== null && <Button onClick={onDisconnectNow}>Disconnect now</Button>}
    >
      <div role="status">
        {discountsLeft > 0
          ? `${leftText(discountsLeft)} The keys are deleted after the last is removed.`
          : 'The keys are deleted after the last has ended.'}{' '}
        Requested <DateTime at={dateRequested} />.{' '}
        {discountsStuck > 0 && (
          <>
            {count(discountsStuck, 'discount')} cannot be removed for now:{' '}
            <Link to="/$tenantAlias/discounts" params={{ tenantAlias }}>
              see why
            </Link>
            . They are tried again.
          </>
        )}{' '}
        To keep the connection, replace the keys with the same ones.
      </div>
    </Notice>
  )
}
