/**
 * The settings of every provider as types, for programs and their editors. Written by scripts/docs.mjs from the definitions; a test
 * keeps it true. Do not edit.
 */

/** What each provider can be told, the products' names that may stand for its own, and its workarounds. */
export interface ProviderTypes {
  /** Desktop application with a built-in local model server. */
  localdesk: {
    settings: {
      /** Server URL. Default: `"http://localhost:1234"`. */
      host?: string | undefined;
      /** Context window in tokens, when the server names none or to narrow what it names. */
      context_length?: number | undefined;
      /** Bearer token, when the application demands one. */
      api_token?: string | undefined;
      /** Body of the load request, any key is forwarded; without it nothing is loaded explicitly. */
      load?:
        | {
            /** Context window in tokens. */
            context_length?: number | undefined;
            /** Tokens evaluated in one batch. */
            eval_batch_size?: number | undefined;
            /** Use flash attention. */
            flash_attention?: boolean | undefined;
            /** Keep the KV cache in GPU memory. */
            offload_kv_cache_to_gpu?: boolean | undefined;
            /** Active experts of a mixture-of-experts model. */
            num_experts?: number | undefined;
            /** Log the load configuration that resulted. */
            echo_load_config?: boolean | undefined;
            /** What the server knows beyond these; sent as it is. */
            [further: string]: unknown;
          }
        | undefined;
      /** Unload on close what this connection loaded; never what was loaded before. Default: `false`. */
      unload_on_close?: boolean | undefined;
    };
    products: "lmstudio";
    quirks: "accept_done_without_finish";
  };
  /** GPU inference server with a chat-completions frontend and a v2 control plane. */
  gpusrv: {
    settings: {
      /** Host shorthand: chat on port 9000 (or the port it names), control plane on port 8000. */
      host?: string | undefined;
      /** Chat surface URL; wins over `host`. */
      openai_url?: string | undefined;
      /** Control surface URL; wins over `host`. */
      control_url?: string | undefined;
      /** Context window in tokens; required, the server does not tell it. */
      context_length?: number | undefined;
      /** Bearer token, sent on both surfaces. */
      api_token?: string | undefined;
      /** Further headers on both surfaces, for a server or a proxy that demands a header of its own. */
      extra_headers?: Readonly<Record<string, string>> | undefined;
      /** Body of the model load at connect; none: nothing is loaded; {}: load with the stored config. */
      load?: Readonly<Record<string, unknown>> | null | undefined;
    };
    products: "triton";
    quirks: "accept_done_without_finish";
  };
  /** Code-hosting platform's unified model API, authenticated with platform tokens. */
  hubmodels: {
    settings: {
      /** Platform token with the permission models: read; wins over the variables. */
      api_key?: string | undefined;
      /** Context window in tokens, when nobody states one or to narrow what is stated. */
      context_length?: number | undefined;
      /** Whom usage belongs to, and where requests go. */
      extra?:
        | {
            /** Organization that usage is billed to: part of the path on the platform itself, a header elsewhere. */
            organization?: string | undefined;
            /** Enterprise, named in messages only. */
            enterprise?: string | undefined;
            /** Base address of the inference API, for an enterprise server or a proxy. Default: `"https://models.github.ai/inference"`. */
            endpoint?: string | undefined;
          }
        | undefined;
    };
    products: "github";
    quirks: "accept_done_without_finish";
  };
  /** Multi-vendor model gateway, one key for 300+ models. */
  gateway: {
    settings: {
      /** API key; wins over the variables and the stored one. */
      api_key?: string | undefined;
      /** Sent as HTTP-Referer, which names the application; empty sends none. Default: `"https://framework.example"`. */
      http_referer?: string | undefined;
      /** Sent as X-Gateway-Title and X-OpenRouter-Title; empty sends none. Default: `"fw"`. */
      app_title?: string | undefined;
      /** Sent as X-Gateway-Categories and X-OpenRouter-Categories; [] sends none. Default: `["cli-agent"]`. */
      app_categories?: readonly string[] | undefined;
      /** Further request headers, such as a vendor's beta header. Default: `{}`. */
      extra_headers?: Readonly<Record<string, string>> | undefined;
      /** What the model is asked for. */
      api_params?:
        | {
            /** Sampling temperature, 0.0 to 1.0. */
            temperature?: number | undefined;
            /** Nucleus sampling. */
            top_p?: number | undefined;
            /** Sample from the k likeliest tokens. */
            top_k?: number | undefined;
            /** Upper bound of the answer in tokens. */
            max_tokens?: number | undefined;
            /** Fallback models, walked when the first one fails; [] sends none. Default: `[]`. */
            models?: readonly string[] | undefined;
            /** Extended reasoning; false also switches off thinking_level and thinking_budget. */
            enable_thinking?: boolean | undefined;
            /** Upper bound of reasoning tokens, sent as reasoning.max_tokens. */
            thinking_budget?: number | undefined;
            /** Sent as reasoning.effort; wins over thinking_budget. */
            thinking_level?: "low" | "medium" | "high" | undefined;
            /** Marks the system block and the last tool as cacheable: auto for Anthropic and Qwen models, true always, false never. Default: `"auto"`. */
            cache_prompt?: "auto" | boolean | undefined;
            /** How long the cache lives; 1h costs twice as much to write and outlives a pause. Default: `"5m"`. */
            cache_ttl?: "5m" | "1h" | undefined;
            /** Adds "strict": true to each tool definition. Default: `false`. */
            strict_tools?: boolean | undefined;
          }
        | undefined;
      /** Sent unchanged as the body's `provider` object: sort, data_collection, ignore, only, order, allow_fallbacks, quantizations, zdr and others. Default: `{}`. */
      routing?: Readonly<Record<string, unknown>> | undefined;
      /** How the client itself behaves. */
      framework_overrides?:
        | {
            /** Context window in tokens; wins over the catalog, larger or smaller. */
            context_length?: number | undefined;
            /** Address of the gateway's API. Default: `"https://openrouter.ai/api/v1"`. */
            base_url?: string | undefined;
            /** Seconds to connect, TLS included; 0 waits without end. Default: `15`. */
            connect_timeout?: number | undefined;
            /** Seconds without a single byte, keep-alive comments included; 0 waits without end. Default: `600`. */
            request_timeout?: number | undefined;
            /** Seconds without a chunk of the answer; 0 waits without end. Default: `300`. */
            stream_idle_timeout?: number | undefined;
          }
        | undefined;
    };
    products: "openrouter";
    quirks: "accept_done_without_finish";
  };
  /** Hosted serverless open-model inference, supports registered fine-tunes. */
  serverless: {
    settings: {
      /** Address of the API, version included. Default: `"https://api.tokenfactory.nebius.com/v1"`. */
      base_url?: string | undefined;
      /** API key; wins over the environment and the stored key. */
      api_key?: string | undefined;
      /** Context window in tokens, used when the catalog does not know the model or its window. */
      context_length?: number | undefined;
      /** What the model takes, such as text and image; used when the catalog does not say. */
      modalities?: readonly string[] | undefined;
    };
    products: "nebius";
    quirks: "accept_done_without_finish";
  };
  /** Hosted serverless open-model inference in a European cloud, with an opt-in anonymous tier. */
  eucloud: {
    settings: {
      /** Address of the API, version included. Default: `"https://oai.endpoints.kepler.ai.cloud.ovh.net/v1"`. */
      base_url?: string | undefined;
      /** API key; wins over the environment and the stored key. */
      api_key?: string | undefined;
      /** Context window in tokens, used when the catalog does not know the model or its window. */
      context_length?: number | undefined;
      /** What the model takes, such as text and image; used when the catalog does not say. */
      modalities?: readonly string[] | undefined;
      /** Use the keyless tier when there is no key. It is heavily rate-limited and for evaluation only. Default: `false`. */
      allow_anonymous?: boolean | undefined;
    };
    products: "ovhcloud";
    quirks: "accept_done_without_finish";
  };
  /** Self-hosted high-throughput GPU inference server (passive provider). */
  selfhost: {
    settings: {
      /** Server URL; there is no localhost fallback. */
      host?: string | undefined;
      /** Context window in tokens; used as it is, without asking the server. */
      context_length?: number | undefined;
      /** Bearer token, only when the server demands one. */
      api_token?: string | undefined;
      /** Sent as the chat `max_tokens`; without it the server's default holds. */
      max_tokens?: number | undefined;
    };
    products: "vllm";
    quirks:
      | "coerce_typed_tool_args"
      | "force_tool_choice_for_lifecycle"
      | "force_narration_between_tools"
      | "auto_finalize_on_complete"
      | "accept_done_without_finish";
  };
  /** Any other chat-completions server or service, by its address or as one of the presets. */
  compatible: {
    settings: {
      /** Base address, version and all: http://gpu-box:8000/v1. A preset has its own. */
      base_url?: string | undefined;
      /** Key, only where the server demands one; wins over the environment and the stored key. */
      api_key?: string | undefined;
      /** Context window in tokens, where the server does not state it; it narrows what a server states. */
      context_length?: number | undefined;
      /** Headers added to every request. Default: `{}`. */
      headers?: Readonly<Record<string, string>> | undefined;
      /** Where the models are listed, if not at `models` below the base address. */
      models_url?: string | undefined;
      /** Fields added to every chat request as they are; what a call says itself wins. Default: `{}`. */
      options?: Readonly<Record<string, unknown>> | undefined;
      /** A server or service that is known: where it is, how it lists models and states windows. */
      preset?:
        | "ollama"
        | "llamacpp"
        | "sglang"
        | "tgi"
        | "litellm"
        | "koboldcpp"
        | "localai"
        | "jan"
        | "openai"
        | "anthropic"
        | "gemini"
        | "groq"
        | "mistral"
        | "deepseek"
        | "xai"
        | "together"
        | "fireworks"
        | "cerebras"
        | "huggingface"
        | "azure"
        | undefined;
    };
    products: NonNullable<ProviderTypes["compatible"]["settings"]["preset"]>;
    quirks: "accept_done_without_finish";
  };
}
