import { useState } from 'react'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { usePortalMutation } from '../../session/use-portal-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type TwoFactorSecret, TwoFactorSetup } from './two-factor-setup.tsx'

type Step =
  | { readonly kind: 'closed' }
  | { readonly kind: 'password'; readonly purpose: 'enable' | 'generate-backup-codes' | 'disable' }
  | { readonly kind: 'setup'; readonly secret: TwoFactorSecret }
  | { readonly kind: 'codes'; readonly recoveryCodes: readonly string[] }

const closed: Step = { kind: 'closed' }

const titles = {
  enable: 'Turn two factors on',
  'generate-backup-codes': 'Make new recovery codes',
  disable: 'Turn two factors off',
}

export function TwoFactorSection() {
  const { staff } = useSession()
  const [step, setStep] = useState<Step>(closed)
  const ask = (purpose: keyof typeof titles) => setStep({ kind: 'password', purpose })
  return (
    <Section
      title="Two factors"
      actions={staff.hasTwoFactor ? <Badge tone="good">On</Badge> : <Badge tone="warning">Off</Badge>}
    >
      <p className="mb-4 text-soft">
        With a code of an authenticator app beside the password, a stolen password alone opens nothing.
      </p>
      <div className="flex flex-wrap gap-2">
        {staff.hasTwoFactor ? (
          <>
            <Button onClick={() => ask('generate-backup-codes')}>Make new recovery codes</Button>
            <Button kind="danger" onClick={() => ask('disable')}>
              Turn two factors off
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={() => ask('enable')}>
            Turn two factors on
          </Button>
        )}
      </div>
      <Dialog isOpen={step.kind !== 'closed'} onClose={() => setStep(closed)} title={titleOf(step)}>
        {step.kind === 'password' && <PasswordStep purpose={step.purpose} onStep={setStep} />}
        {step.kind === 'setup' && (
          <TwoFactorSetup
            secret={step.secret}
            onDone={() => setStep({ kind: 'codes', recoveryCodes: step.secret.recoveryCodes })}
          />
        )}
        {step.kind === 'codes' && (
          <RecoveryCodes recoveryCodes={step.recoveryCodes} onDone={() => setStep(closed)} />
        )}
      </Dialog>
    </Section>
  )
}

function titleOf(step: Step): string {
  if (step.kind === 'password') return titles[step.purpose]
  return step.kind === 'codes' ? 'Your recovery codes' : titles.enable
}

type PasswordStepProps = {
  readonly purpose: keyof typeof titles
  readonly onStep: (step: Step) => void
}

function PasswordStep({ purpose, onStep }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const showToast = useToast()
  const confirm = usePortalMutation<TwoFactorSecret>((secret) => {
    if (purpose === 'enable') onStep({ kind: 'setup', secret })
    else if (purpose === 'disable') {
      onStep(closed)
      showToast({ text: 'Two factors are off.' })
    } else onStep({ kind: 'codes', recoveryCodes: secret.recoveryCodes })
  })
  return (
    <Form
      onSubmit={() =>
        confirm.mutate({ method: 'POST', path: `/portal/auth/two-factor/${purpose}`, body: { password } })
      }
      error={confirm.error}
      label={titles[purpose]}
    >
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus
        required
      />
      <Button type="submit" kind={purpose === 'disable' ? 'danger' : 'primary'} isBusy={confirm.isPending}>
        {titles[purpose]}
      </Button>
    </Form>
  )
}
