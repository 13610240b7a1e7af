{%- extends 'nbgrader/manage_submissions.tpl' -%}

{%- block head -%}
{{ super() }}
<link rel="stylesheet" href="{{ base_url }}/formgrader/nbjudge/formgrader.css" />
<script src="{{ base_url }}/formgrader/nbjudge/autograde.js"></script>
{%- endblock -%}

{%- block messages -%}
<div class="nbjudge-run">
  <button type="button" class="btn btn-primary" id="nbjudge-all">Autograde all</button>
  <label class="checkbox-inline">
    <input type="checkbox" id="nbjudge-force" /> also those that have not changed
  </label>
  <span id="nbjudge-progress" role="status"></span>
</div>
{%- endblock -%}
