/** Forms that a passkey answers: the browser is asked with what the service wants, and the answer is sent as a form. */

async function ask(form: HTMLFormElement): Promise<string> {
  const token = form.querySelector<HTMLInputElement>('[name="_csrf"]')?.value ?? ''
  const response = await fetch(form.dataset['options'] ?? '', { method: 'POST', headers: { 'x-csrf-token': token } })
  if (!response.ok || response.redirected) throw new Error('no options')
  const options = await response.json()
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
    } catch {
      button.disabled = false
      if (problem) problem.textContent = 'No passkey was used. Try again, or choose another way.'
      if (problem) problem.hidden = false
    }
  })
}

const able = typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) if (able) prepare(form)
