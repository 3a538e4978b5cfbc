import { encodeQR } from 'qr'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyButton, CopyField } from '../../components/fields/copy-field.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { usePortalMutation } from '../../session/use-portal-mutation.ts'
import { useSession } from '../../session/use-session.ts'

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

type RecoveryCodesProps = { readonly recoveryCodes: readonly string[]; readonly onDone: () => void }

/** They are shown once. */
function RecoveryCodes({ recoveryCodes, onDone }: RecoveryCodesProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Keep these where you keep your passwords. Each opens your account once when your authenticator app is
        lost. They are not shown again.
      </p>
      <ul className="card grid grid-cols-2 gap-2 p-4">
        {recoveryCodes.map((it) => (
          <li key={it}>
            <code>{it}</code>
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        <CopyButton label="Recovery codes" value={recoveryCodes.join('\n')} />
        <Button kind="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}

type TwoFactorSecret = { readonly totpUri: string; readonly recoveryCodes: readonly string[] }

type TwoFactorSetupProps = { readonly secret: TwoFactorSecret; readonly onDone: () => void }

/** Shows the secret to an authenticator app, and takes a first code of it as proof. */
function TwoFactorSetup({ secret, onDone }: TwoFactorSetupProps) {
  const [code, setCode] = useState('')
  const verify = usePortalMutation(onDone)
  const key = new URL(secret.totpUri).searchParams.get('secret') ?? ''
  return (
    <Form
      onSubmit={() =>
        verify.mutate({
          method: 'POST',
          path: '/portal/auth/two-factor/verify-totp',
          body: { code: code.replaceAll(' ', '') },
        })
      }
      error={verify.error}
      label="Authenticator app"
    >
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <QrCode text={secret.totpUri} />
      <CopyField label="Or enter this key by hand" value={key} />
      <TextField
        label="Code of your authenticator app"
        name="code"
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        isCode
      />
      <Button type="submit" kind="primary" isBusy={verify.isPending} disabled={code === ''}>
        Turn two factors on
      </Button>
    </Form>
  )
}

/** Dark on light in both themes, as cameras expect it. */
function QrCode({ text }: { readonly text: string }) {
  const modules = encodeQR(text, 'raw', { border: 2 })
  const size = modules.length
  const path = modules
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto size-52 rounded-lg"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
