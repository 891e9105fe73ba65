/** Passkeys in this browser. */

/** Whether the browser and the address of this page allow them: IP addresses do not. */
export function passkeysPossible(): boolean {
  return (
    isSecureContext &&
    typeof PublicKeyCredential !== "undefined" &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(location.hostname)
  );
}

/** The person has cancelled, or the device has nothing to offer. */
export class NoPasskey extends Error {}

export function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return answer(() => navigator.credentials.create({ publicKey }));
}

export function usePasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return answer(() => navigator.credentials.get({ publicKey }));
}

async function answer(ask: () => Promise<Credential | null>): Promise<unknown> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch {
    throw new NoPasskey();
  }
  if (!(credential instanceof PublicKeyCredential)) throw new NoPasskey();
  return credential.toJSON();
}
