/** Forms that a passkey answers: the browser is asked with what the service wants, and the answer is sent as a form. */

/** The service asks for no passkey now; the message, if any, says why. */
class Refused extends Error {}

async function ask(form: HTMLFormElement): Promise<string> {
  const token = form.querySelector<HTMLInputElement>('[name="_csrf"]')?.value ?? ''
  const response = await fetch(form.dataset['options'] ?? '', { method: 'POST', headers: { 'x-csrf-token': token } })
  const options = response.redirected ? undefined : await response.json()
  if (!response.ok || options === undefined) throw new Refused(options?.message)
  const adds = form.dataset['passkey'] === 'add'
  const credential = adds
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  return JSON.stringify(credential)
}

function prepare(form: HTMLFormElement): void {
  const problem = form.querySelector<HTMLElement>('[role="alert"]')
  const answer = form.querySelector<HTMLInputElement>('[name="response"]')
  const button = form.querySelector('button')
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    event.stopPropagation()
    if (!answer || !button || button.disabled) return
    button.disabled = true
    try {
      answer.value = await ask(form)
      form.submit()
    } catch (error) {
      button.disabled = false
      const told = error instanceof Refused ? error.message : ''
      if (problem) problem.textContent = told || 'No passkey was used. Try again, or choose another way.'
      if (problem) problem.hidden = false
    }
  })
}

const able = typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) if (able) prepare(form)
