import type { FraudSignal } from '../fraud/fraud.ts'
import type { Referral } from '../referrals/account.ts'

/** New signals. A shadow or unverified signal is raised again when its rule becomes active or its evidence verified. */
export function newSignals(
  referral: Pick<Referral, 'signals'>,
  signals: readonly FraudSignal[],
): readonly FraudSignal[] {
  return signals.filter(
    (signal) =>
      !referral.signals.some(
        (known) =>
          known.rule === signal.rule &&
          known.failed === signal.failed &&
          (signal.shadow || !known.shadow) &&
          (signal.unsigned === true || known.unsigned !== true),
      ),
  )
}
