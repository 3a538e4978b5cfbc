import { ApiError } from '@goodword/client'
import type { StaffRole } from '@goodword/domain/staff/staff-role'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { portalCall } from '../../api/portal-call.ts'
import { readWithSignIn } from '../../api/with-sign-in.ts'
import { Button, buttonLook } from '../../components/button.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { Form } from '../../components/fields/form.tsx'
import { Select } from '../../components/fields/select.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { PublicFrame } from '../../layout/public-frame.tsx'
import { usePortalMutation } from '../../session/use-portal-mutation.ts'
import { type Merchant, useSession } from '../../session/use-session.ts'

const route = getRouteApi('/staff/allow-assistant')

/** Where a person lets an assistant use a program in their place, or does not. */
export function AllowAssistantPage() {
  const { request: encoded } = route.useSearch()
  const request = requestIn(encoded)
  const check = useQuery({
    queryKey: ['assistant-request', encoded],
    queryFn: () =>
      readWithSignIn(() => portalCall<CheckedRequest>('POST', '/portal/assistants/check', { request })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (check.isError) {
    const isWrong = check.error instanceof ApiError && check.error.code === 'VALIDATION_FAILED'
    return (
      <PublicFrame title="Connect an assistant">
        {isWrong ? (
          <Notice kind="danger" title="This request cannot be allowed">
            {check.error.message}
          </Notice>
        ) : (
          <ErrorState error={check.error} onRetry={check.refetch} />
        )}
      </PublicFrame>
    )
  }
  if (check.isPending) {
    return (
      <PublicFrame title="Connect an assistant">
        <TextSkeleton label="Request" lines={5} />
      </PublicFrame>
    )
  }
  const { name, fault, refuseTo } = check.data
  if (fault !== null) {
    return (
      <PublicFrame title="Connect an assistant">
        <Notice
          kind="danger"
          title={`The request of ${name} is not complete`}
          actions={
            <a href={refuseTo} className={buttonLook()}>
              Back to {name}
            </a>
          }
        >
          {fault}
        </Notice>
      </PublicFrame>
    )
  }
  return <Decision request={request} checked={check.data} />
}

type DecisionProps = { readonly request: object; readonly checked: CheckedRequest }

function Decision({ request, checked }: DecisionProps) {
  const { name, provenHost, answerGoesTo, asksToWrite, refuseTo } = checked
  const { staff, merchants } = useSession()
  const choices = choicesOf(merchants)
  const [alias, setAlias] = useState(choices[0]?.alias ?? null)
  const [mayWrite, setMayWrite] = useState(false)
  const allow = usePortalMutation<{ readonly redirectTo: string }>(({ redirectTo }) =>
    location.assign(redirectTo),
  )
  const role = choices.find((it) => it.alias === alias)?.role ?? 'analyst'
  const changes = asksToWrite ? changesOf(role) : null
  return (
    <PublicFrame title={`Connect ${name}?`} description={`It would use a program as you do, ${staff.email}.`}>
      <Form
        label="Connect an assistant"
        error={allow.error}
        onSubmit={() =>
          allow.mutate({
            method: 'POST',
            path: '/portal/assistants',
            body: { request, tenantAlias: alias, mayWrite: mayWrite && changes !== null },
          })
        }
      >
        <Select
          label="Program"
          name="tenantAlias"
          options={choices.map((it) => ({ value: it.alias, label: it.label }))}
          value={alias}
          onChange={setAlias}
        />
        <div>
          <p className="font-medium">It can then</p>
          <ul className="mt-1 list-disc pl-5">
            <li>read the program: people with names and e-mail addresses, referrals, bills and statistics</li>
            {mayWrite && changes !== null && <li>{changes}, when you have confirmed each change</li>}
          </ul>
        </div>
        {changes !== null && (
          <Checkbox
            label={`Let it also ${changes}`}
            hint="You confirm each change, in a form of the assistant or in the portal. It gives 10 rewards a day at most."
            isChecked={mayWrite}
            onChange={setMayWrite}
          />
        )}
        <Notice kind={provenHost === null ? 'warning' : 'info'} title={`The answer goes to ${answerGoesTo}`}>
          {provenHost === null
            ? 'Any app can call itself that. Go on only if you have just started to connect it yourself.'
            : `The owner of ${provenHost} gave it its name.`}
        </Notice>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" isBusy={allow.isPending}>
            Connect
          </Button>
          <a href={refuseTo} className={buttonLook()}>
            Do not connect
          </a>
        </div>
        <p className="text-xs text-soft">You can end this at any time under “Your account”.</p>
      </Form>
    </PublicFrame>
  )
}

/** The service's description of a program that requests access. */
type CheckedRequest = {
  readonly name: string
  readonly provenHost: string | null
  readonly answerGoesTo: string
  readonly asksToWrite: boolean
  readonly fault: string | null
  readonly refuseTo: string
}

/** The access request in the address of the page; empty for an invalid text. */
function requestIn(encoded: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const bytes = Uint8Array.from(atob((encoded ?? '').replaceAll('-', '+').replaceAll('_', '/')), (it) =>
      it.charCodeAt(0),
    )
    return Object(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {}
  }
}

type Choice = { readonly alias: string; readonly label: string; readonly role: StaffRole }

/** The programs of a person in both modes, test first: an assistant is tried out there. */
function choicesOf(merchants: readonly Merchant[]): readonly Choice[] {
  return merchants.flatMap(({ name: merchant, role, programs }) =>
    programs.flatMap(({ name, test, live }) =>
      [test, live].flatMap((alias) => {
        if (alias === null) return []
        const mode = alias === test ? 'test data' : 'live data'
        return [{ alias, label: `${merchant === name ? name : `${merchant}: ${name}`} – ${mode}`, role }]
      }),
    ),
  )
}

/** The changes that an assistant can make on behalf of a person with a role; null if there are none. */
function changesOf(role: StaffRole): string | null {
  if (role === 'analyst') return null
  return role === 'reviewer' ? 'decide on referrals' : 'decide on referrals and give rewards'
}
