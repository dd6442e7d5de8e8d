/** What a preset is made of: one server or service that speaks chat completions, as data. Everything in one was read in its documentation or its own source; what was not found there is left out. */
import type { Mark } from "../../../provider/definition.js";
import type { ChatBody } from "../../../chat/request.js";

/** Where a window is read. Paths of fields are dotted; a `*` goes through a list, and the smallest of what it finds counts. */
export type WindowPlace =
  /** A field of the model's entry in the list of models. */
  | { readonly entry: string }
  /** A field of an answer beside the list; the path stands below the server's root. */
  | { readonly get: string; readonly field: string }
  /** The entry of the model, found by its name, in a list of its own. */
  | { readonly get: string; readonly list: string; readonly name: string; readonly field: string }
  /** Ollama: what the model is loaded with, else what its file says, else what it is once loaded. */
  | { readonly ollama: true };

/** How a list of models is asked for and read. */
export interface ModelList {
  /** Below the base address; `models` unless told. */
  readonly path?: string;
  /** The field that holds the list, where it is not `data`. A bare list is read too. */
  readonly list?: string;
  /** The field of the identifier, where it is not `id`. */
  readonly id?: string;
  /** What stands before an identifier and is no part of it. */
  readonly prefix?: string;
  /** The header that carries the key here, where it is not the chat's. */
  readonly keyHeader?: string;
  /** Headers that it demands beside the key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** It answers everybody: a key proves nothing here. */
  readonly isOpen?: boolean;
}

/** A field of a chat request as all other servers know it. */
export type RequestField = keyof ChatBody & string;

/** One server or service. */
export interface Preset {
  /** What it is chosen by. */
  readonly name: string;
  /** What it is called. */
  readonly product: string;
  /** Where all of this was read: its documentation, its own source or its own client. */
  readonly docs: readonly string[];
  /** The base address; absent where everybody has one of his own. */
  readonly address?: string;
  /** How such an address looks. */
  readonly example?: string;
  /** Where such a server usually listens, where it is one's own. */
  readonly ports?: readonly number[];
  /** What it is known by on any port. */
  readonly marks?: readonly Mark[];
  /** How a key is given. */
  readonly key: {
    /** The product's own variables, beside ours. */
    readonly variables: readonly string[];
    readonly isRequired: boolean;
    /** The header that carries it, where it is no bearer. */
    readonly header?: string;
  };
  /** Variables of the product that name its address. */
  readonly addressVariables?: readonly string[];
  /** False where there is no list; absent where none is documented, so that it is asked for where most have it. */
  readonly models?: ModelList | false;
  /** Best first; empty where nobody but the user can say it; absent where no place is documented, so that the usual ones are looked at. */
  readonly windows?: readonly WindowPlace[];
  /** What a field is called here. */
  readonly renames?: Partial<Record<RequestField, string>>;
  /** Fields that are refused or ignored: they are not sent, and the user is told. */
  readonly refuses?: readonly RequestField[];
  /** What `tool_choice` is worth: no tool can be named in it, or it is ignored altogether. All of it counts unless told. */
  readonly toolChoice?: "words" | "ignored";
  /** Messages may carry no `name`. */
  readonly namelessMessages?: boolean;
  /** What answers can be held to; both JSON forms unless told. */
  readonly formats?: readonly ("json_object" | "json_schema")[];
  /** How thinking is asked for: `reasoning_effort` unless told. */
  readonly thinking?: "template" | "none";
  /** Chats go to the path of a deployment that has the model's name, with this version of the API unless the address names one. */
  readonly deployments?: { readonly apiVersion: string };
  /** What an error looks like: a body as it is documented, and the words that are to be found in it. */
  readonly error?: { readonly body: unknown; readonly says: string };
  /** The finish reasons it gives, where they are listed. */
  readonly finishes?: readonly string[];
  /** What a user should know beside all that. */
  readonly note?: string;
}
